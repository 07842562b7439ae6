// The view *Changes*: who has changed the settings when, and the way back.

import { attempt } from "../panel.js";
import { button, englishList, make } from "./dom.js";
import { goBack } from "./saving.js";
import { ask } from "./server.js";
import { isolated, say } from "./words.js";

export async function draw(main, session) {
  const answer = await attempt(() => ask("states"));
  if (!answer) return;
  const again = () => draw(main, session);
  const list = make("ul", "", "list");
  for (const state of answer.states) list.append(row(state, answer.revision, again));
  const body = answer.states.length ? list : make("p", say("no_states"), "soft");
  main.replaceChildren(make("h1", say("states")), make("p", say("states_words"), "soft"), body);
}

function row({ id, at, who, what, isInForce, lines }, revision, again) {
  const title = who ? what : say("first_state");
  const moment = isolated(`${at.slice(0, 10)} ${at.slice(11, 16)}`);
  const item = make("li", "", "", make("p", title), make("p", who ? `${isolated(who)} · ${moment}` : moment, "soft"));
  if (lines.length) item.append(make("details", "", "", make("summary", say("lines")), englishList(lines)));
  if (isInForce) item.append(make("p", say("in_force"), "soft"));
  else item.append(button(say("go_back"), () => confirm(say("go_back_sure")) && goBack(id, revision, again), "plain"));
  return item;
}
