// The view *People*: a caretaker adds, changes and removes accounts.

import { attempt, tell } from "../panel.js";
import { button, choice, field, form, make } from "./dom.js";
import { watch } from "./saving.js";
import { ask, order } from "./server.js";
import { say } from "./words.js";

/** With their names alone: what each may do is too long for a choice on a phone. */
const roles = () => ["volunteer", "committee", "caretaker"].map((role) => [role, say(`role_${role}`).split(":")[0].trim()]);

export async function draw(main, session) {
  const answer = await attempt(() => ask("people"));
  if (answer) drawList(main, session, answer.people);
}

function drawList(main, session, people) {
  const change = (name, body) => attempt(async () => {
    drawList(main, session, (await order(`people/${name}`, body)).people);
    tell(say("saved"));
  });
  const list = make("ul", "", "list");
  for (const person of people) list.append(row(person, session, change));
  const add = watch(form(say("add"), [
    field("name", say("name"), { autocomplete: "off" }),
    choice("role", say("role"), roles()),
    field("secret", say("password_or_pin"), { type: "password", autocomplete: "new-password" }),
  ], (given) => change("add", given)));
  main.replaceChildren(make("h1", say("people")), list, make("h2", say("add_person")), make("p", say("secret_words"), "soft"), add);
}

function row({ name, role }, session, change) {
  const item = make("li", "", "", make("p", name), make("p", say(`role_${role}`), "soft"));
  if (name === session.name) return item;
  const renew = watch(form(say("save"), [
    choice("role", say("role"), roles()),
    field("secret", say("password_or_pin"), { type: "password", autocomplete: "new-password" }),
  ], ({ role, secret }) => change("change", { name, role, secret: secret || undefined })));
  // Without a new one, the person keeps the password or the PIN.
  renew.querySelector("input").required = false;
  renew.querySelector("select").value = role;
  const fold = make("details", "", "", make("summary", say("change")), renew);
  const remove = button(say("remove"), () => confirm(say("remove_sure", { name })) && change("remove", { name }), "danger");
  item.append(fold, remove);
  return item;
}
