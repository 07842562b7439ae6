// The panel: which view is shown, and what its buttons do.

import { ask, NoAnswer, order, Refused } from "./parts/server.js";
import { button, byId, englishList, field, form, make } from "./parts/dom.js";
import { languages, needTexts, say, sayOr, setLanguage } from "./parts/words.js";
import * as now from "./parts/now.js";

let session = {};
/** The element of the view that was opened last, and that view's name. */
let place, shown;

/** Says what has come of an order; an empty text says nothing. */
export function tell(text) { byId("told").textContent = text }

/** Runs an order of a person, and says what is wrong with it. The message of an earlier order goes. */
export function attempt(action) {
  tell("");
  return attemptIn(byId("told"), action);
}

/** Runs a question that the page asks by itself. Its fault stands in the element, so that the message of an order stays. */
export async function attemptIn(element, action) {
  try {
    return await action();
  } catch (fault) {
    if (fault.code === "logged-out") return endSession(fault);
    element.replaceChildren(sentenceOf(fault), ...(fault.lines?.length ? [englishList(fault.lines)] : []));
  }
}

/** Asks for a login, and says why. The address keeps the view, so that the login leads back to it. */
async function endSession(fault) {
  await start();
  tell(fault.sentence);
}

/** The sentence for a refusal, for a box that does not answer, or for a fault of the page itself. */
function sentenceOf(fault) {
  if (fault instanceof Refused) return fault.sentence;
  if (fault instanceof NoAnswer) return sayOr("no_box", "The box does not answer.");
  console.error(fault);
  return say("page_fault", { fault: String(fault) });
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

/** Opens a view. The address names it, so that the browser's *Back* leads to the view before, and a reload stays. */
export function show(name) {
  if (!mayLeave()) return;
  // The change of the address would ask once more.
  for (const one of changed()) delete one.dataset.changed;
  if (location.hash === `#${name}`) return open();
  location.hash = name;
}

/** The elements that a view has marked as changed and not saved. A new drawing of the view removes them. */
const changed = () => document.querySelectorAll("[data-changed]");

/** Asks before changes are lost that are not saved. */
export const mayLeave = () => !changed().length || confirm(say("leave_sure"));

async function open() {
  await draw();
  byId("main").focus();
}

/** The view that the address names, where this person sees it. */
function wantedView() {
  const name = location.hash.slice(1);
  return views[name]?.roles?.includes(session.role) ? name : home();
}

/** The module of a view, with its texts and its styles. */
async function module(name) {
  const one = views[name];
  if (!one.module) {
    const [loaded] = await Promise.all([load(name), needTexts(name), needTexts("saving")]);
    if (loaded.hasStyles) document.head.append(styles(name));
    one.module = loaded;
  }
  return one.module;
}

export const load = (name) => import(`./parts/${name}.js`).catch((fault) => {
  throw fault instanceof TypeError ? new NoAnswer() : fault;
});

function styles(name) {
  const link = make("link");
  link.rel = "stylesheet";
  link.href = `styles/${name}.css`;
  return link;
}

/**
 * Draws the view into an element of its own, which comes onto the page once it is drawn and while no other view was opened. So a late answer
 * changes nothing that is seen.
 */
async function draw() {
  const main = byId("main"), own = place = make("div");
  drawLanguages();
  byId("nav").hidden = !session.name;
  if (!session.name && (session.setup || session.empty)) await needTexts("welcome");
  if (!session.name) return main.replaceChildren(...(session.setup ? setupView() : loginView()));
  const view = shown = wantedView();
  // A view without a name in the address could become another one by itself.
  if (location.hash !== `#${view}`) history.replaceState(null, "", `#${view}`);
  const names = Object.keys(views).filter((name) => views[name].roles.includes(session.role));
  byId("nav").replaceChildren(...names.map((name) => {
    const one = button(say(name), () => show(name), "plain");
    if (name === view) one.setAttribute("aria-current", "page");
    return one;
  }));
  await attempt(async () => (await module(view)).draw(own, session));
  if (own !== place) return;
  // The reason stands in the view, since nothing else does.
  if (!own.hasChildNodes()) own.append(make("h1", say(view)), make("div", "", "light bad", ...byId("told").childNodes), button(say("again"), draw));
  main.replaceChildren(own);
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
  begin(answer);
  return show(session.needsPlace ? home() : wantedView());
}

function begin(answer) {
  session = answer;
  if (answer.mosque) byId("mosque").textContent = answer.mosque;
}

/** Asks for the texts and the session at once: a slow network makes each wait long. */
export async function start() {
  try {
    const [answer] = await Promise.all([ask("session"), setLanguage()]);
    begin(answer);
    await draw();
  } catch (fault) {
    byId("main").replaceChildren(make("p", sentenceOf(fault)), button(sayOr("again", "Try again"), start));
  }
}

byId("told").addEventListener("click", () => tell(""));
addEventListener("keydown", ({ key }) => { if (key === "Escape") tell("") });
byId("language").addEventListener("change", async () => {
  if (!mayLeave()) return drawLanguages();
  await attempt(() => setLanguage(byId("language").value));
  await draw();
});
addEventListener("hashchange", () => {
  if (mayLeave()) return open();
  history.pushState(null, "", `#${shown}`);
});
addEventListener("beforeunload", (event) => { if (changed().length) event.preventDefault() });

start();
