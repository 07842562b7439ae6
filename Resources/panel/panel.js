// The panel: which view is shown, and what its buttons do.

import { ask, order, Refused } from "./parts/server.js";
import { button, byId, englishList, field, form, make } from "./parts/dom.js";
import { languages, needTexts, say, setLanguage } from "./parts/words.js";
import * as now from "./parts/now.js";

let session = {};
let view = "now";

/** Says what has come of an order; an empty text says nothing. */
export function tell(text) { byId("told").textContent = text }

/** Runs an order, and says what is wrong with it. */
export async function attempt(action) {
  tell("");
  try {
    return await action();
  } catch (fault) {
    if (!(fault instanceof Refused)) return tell(say("no_box"));
    if (fault.code === "logged-out") return start();
    tell(fault.sentence);
    if (fault.lines.length) byId("told").append(englishList(fault.lines));
  }
}

const office = ["caretaker", "committee"];

/** The views, and the roles that see them. Those without a module of their own are loaded when they are opened. */
const views = {
  now: { roles: [...office, "volunteer"], module: now },
  times: { roles: office },
  iqama: { roles: office },
  sound: { roles: office },
  screen: { roles: [...office, "volunteer"] },
  calendar: { roles: [...office, "volunteer"] },
  history: { roles: [...office, "volunteer"] },
  states: { roles: office },
  people: { roles: ["caretaker"] },
  account: { roles: [...office, "volunteer"] },
  setup: { roles: ["caretaker"] },
};

/** The first view: on a box without a place a caretaker sets it up. */
const home = () => session.needsPlace ? "setup" : "now";

export async function show(name) {
  view = name;
  await draw();
  byId("main").focus();
}

/** The module of a view, with its texts and its styles. */
async function module(name) {
  const one = views[name];
  if (!one.module) {
    const [loaded] = await Promise.all([import(`./parts/${name}.js`), needTexts(name), needTexts("saving")]);
    if (loaded.hasStyles) document.head.append(styles(name));
    one.module = loaded;
  }
  return one.module;
}

function styles(name) {
  const link = make("link");
  link.rel = "stylesheet";
  link.href = `styles/${name}.css`;
  return link;
}

async function draw() {
  const main = byId("main");
  drawLanguages();
  byId("nav").hidden = !session.name;
  if (!session.name) return main.replaceChildren(...(session.setup ? setupView() : loginView()));
  const names = Object.keys(views).filter((name) => views[name].roles.includes(session.role));
  byId("nav").replaceChildren(...names.map((name) => {
    const one = button(say(name), () => show(name), "plain");
    if (name === view) one.setAttribute("aria-current", "page");
    return one;
  }));
  const opened = await attempt(() => module(view));
  if (opened) await opened.draw(main, session);
}

function drawLanguages() {
  const all = Object.entries(languages).map(([code, name]) => {
    const option = make("option", name);
    [option.value, option.lang, option.selected] = [code, code, code === document.documentElement.lang];
    return option;
  });
  byId("language").replaceChildren(...all);
  byId("language").setAttribute("aria-label", say("language"));
}

function loginView() {
  if (session.empty) return [make("h1", say("welcome")), make("p", say("no_code"))];
  return [
    make("h1", say("log_in")),
    form(say("log_in"), [
      field("name", say("name"), { autocomplete: "username", autocapitalize: "none" }),
      field("secret", say("password_or_pin"), { type: "password", autocomplete: "current-password" }),
    ], (given) => attempt(async () => enter(await order("login", given)))),
  ];
}

function setupView() {
  const setup = form(say("begin"), [
    field("code", say("setup_code"), { autocomplete: "off", autocapitalize: "characters" }),
    field("name", say("name"), { autocomplete: "username" }),
    field("password", say("new_password"), { type: "password", autocomplete: "new-password", minlength: 10 }),
  ], (given) => attempt(async () => enter(await order("setup", given))));
  const page = [make("h1", say("welcome")), make("p", say("setup_words")), setup];
  if (!session.empty) page.push(button(say("log_in"), () => { session.setup = false; return draw() }, "plain"));
  return page;
}

function enter(answer) {
  session = answer;
  return show(home());
}

export async function start() {
  byId("main").replaceChildren(make("p", say("loading"), "soft"));
  try {
    session = await ask("session");
    if (view === "now" || !views[view].roles.includes(session.role)) view = home();
    await draw();
  } catch {
    byId("main").replaceChildren(make("p", say("no_box")), button(say("again"), start));
  }
}

byId("told").addEventListener("click", () => tell(""));
byId("language").addEventListener("change", async () => {
  await setLanguage(byId("language").value);
  await draw();
});

await setLanguage();
start();
