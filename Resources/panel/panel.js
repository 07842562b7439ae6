// The panel: which view is shown, and what its buttons do.

import { ask, order, Refused } from "./parts/server.js";
import { button, byId, field, make, form } from "./parts/dom.js";
import { languages, nextLanguage, say, setLanguage } from "./parts/words.js";
import { drawNow } from "./parts/now.js";
import { drawPeople } from "./parts/people.js";

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
    if (fault instanceof Refused && fault.code === "logged-out") return start();
    tell(fault instanceof Refused ? fault.sentence : say("no_box"));
  }
}

const views = { now: drawNow, people: drawPeople, account: drawAccount };

function show(name) {
  view = name;
  draw();
  byId("main").focus();
}

function draw() {
  const main = byId("main");
  byId("language").textContent = languages[nextLanguage()];
  byId("nav").hidden = !session.name;
  if (!session.name) return main.replaceChildren(...(session.setup ? setupView() : loginView()));
  const names = session.role === "caretaker" ? ["now", "people", "account"] : ["now", "account"];
  byId("nav").replaceChildren(...names.map((name) => {
    const one = button(say(name), () => show(name), "plain");
    if (name === view) one.setAttribute("aria-current", "page");
    return one;
  }));
  views[view](main, session);
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
  if (!session.empty) page.push(button(say("log_in"), () => { session.setup = false; draw() }, "plain"));
  return page;
}

function drawAccount(main) {
  main.replaceChildren(
    make("h1", session.name),
    make("p", say(`role_${session.role}`), "soft"),
    make("h2", say("change_password")),
    form(say("save"), [
      field("old", say("old_password"), { type: "password", autocomplete: "current-password" }),
      field("new", say(session.role === "volunteer" ? "new_pin" : "new_password"), { type: "password", autocomplete: "new-password" }),
    ], (given) => attempt(async () => { await order("password", given); draw(); tell(say("saved")) })),
    make("h2", say("log_out")),
    button(say("log_out"), () => attempt(async () => { await order("logout", {}); start() }), "plain"),
  );
}

function enter(answer) {
  session = answer;
  show("now");
}

async function start() {
  byId("main").replaceChildren(make("p", say("loading"), "soft"));
  try {
    session = await ask("session");
    draw();
  } catch {
    byId("main").replaceChildren(make("p", say("no_box")), button(say("again"), start));
  }
}

byId("told").addEventListener("click", () => tell(""));
byId("language").addEventListener("click", async () => {
  await setLanguage(nextLanguage());
  draw();
});

await setLanguage();
start();
