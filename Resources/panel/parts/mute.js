// What a person mutes: a part of the view *Now*.

import { choice, field, form } from "./dom.js";
import { mutedWords, prayer } from "./now.js";
import { say } from "./words.js";

const PRAYERS = ["fajr", "dhuhr", "asr", "maghrib", "isha"];

/** The box's time on the clock: that of an answer, and what has passed since. */
const boxTime = (now, since) => new Date(Date.parse(`${now.slice(0, 19)}Z`) + performance.now() - since).toISOString().slice(11, 16);

/** The choice of what to mute. The texts of its values are those of `adhand mute`. */
export function choose(facts, give) {
  const drawn = performance.now();
  const after = PRAYERS.map((name) => [`until after ${name}`, say("mute_after", { prayer: prayer(name) })]);
  const what = choice("what", say("mute_what"), [["next", say("mute_next")], ["2h", say("mute_hours")], ...after, ["until", say("mute_time")]]);
  const time = field("until", say("mute_until"), { type: "time" });
  const [select, input] = [what.lastChild, time.lastChild];
  const change = () => { time.hidden = input.disabled = select.value !== "until" };
  select.addEventListener("change", change);
  change();
  return form(say("mute"), [what, time], ({ what, until }) => {
    if (what !== "until") return give("mute", mutedWords, { what });
    // The box takes a time that is over today as tomorrow's. Its clock is not known while the daemon is away.
    const isOver = facts.now && until <= boxTime(facts.now, drawn);
    return (!isOver || confirm(say("mute_sure", { time: say("tomorrow", { time: until }) }))) && give("mute", mutedWords, { what: `until ${isOver ? "tomorrow " : ""}${until}` });
  });
}
