// The view *Account*: the own password, and the end of the session.

import { attempt, start, tell } from "../panel.js";
import { button, field, form, make } from "./dom.js";
import { order } from "./server.js";
import { say } from "./words.js";

export function draw(main, session) {
  main.replaceChildren(
    make("h1", session.name),
    make("p", say(`role_${session.role}`), "soft"),
    make("h2", say("change_password")),
    form(say("save"), [
      field("old", say("old_password"), { type: "password", autocomplete: "current-password" }),
      field("new", say(session.role === "volunteer" ? "new_pin" : "new_password"), { type: "password", autocomplete: "new-password" }),
    ], (given) => attempt(async () => { await order("password", given); draw(main, session); tell(say("saved")) })),
    make("h2", say("log_out")),
    button(say("log_out"), () => attempt(async () => {
      await order("logout", {});
      // The next person begins with the first view.
      history.replaceState(null, "", location.pathname);
      start();
    }), "plain"),
  );
}
