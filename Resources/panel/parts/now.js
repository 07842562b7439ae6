// The view *Now*: will the next adhan sound, today's times, what is wrong, and the orders.

import { attempt, tell } from "../panel.js";
import { button, byId, english, field, form, make } from "./dom.js";
import { ask, order } from "./server.js";
import { say, sayOr } from "./words.js";

/** How often the view asks again while it is shown. */
const INTERVAL = 20_000;

let timer;

const clock = (moment) => moment.slice(11, 16);
const isOn = (moment, other) => moment.slice(0, 10) === other.slice(0, 10);

/** The time, with its day where that is not today. */
function when(moment, now) {
  if (isOn(moment, now)) return clock(moment);
  const tomorrow = new Date(Date.parse(now.slice(0, 10)) + 86_400_000).toISOString();
  return isOn(moment, tomorrow) ? say("tomorrow", { time: clock(moment) }) : `${moment.slice(0, 10)} ${clock(moment)}`;
}

/** The box's time on the clock: that of an answer, and what has passed since. */
const boxTime = (now, since) => new Date(Date.parse(`${now.slice(0, 19)}Z`) + performance.now() - since).toISOString().slice(11, 16);

const prayer = (name) => sayOr(`prayer_${name.replace(/^adhan-/, "")}`, name);

/** The first sentence, and whether it is good: true, false, or null where nobody knows yet. */
function verdict({ away, next, now }) {
  if (away) return [say("away"), false];
  if (!next) return [say("no_adhan"), null];
  const values = { prayer: prayer(next.occasion), time: when(next.at, now), file: next.file, volume: Math.round(next.volume) };
  if (next.willSound) return [say("will_sound", values), true];
  return next.willSound === false ? [say("will_not_sound", values), false] : [say("untested", values), null];
}

export async function draw(main, session) {
  clearTimeout(timer);
  const facts = await attempt(() => ask("now"));
  if (!facts) return;
  if (facts.mosque) byId("mosque").textContent = facts.mosque;
  const [sentence, isGood] = verdict(facts);
  const light = make("div", "", `light ${isGood === null ? "" : isGood ? "good" : "bad"}`, make("p", sentence));
  if (isGood === false && facts.next?.reason) light.append(english(facts.next.reason));
  const parts = [make("h1", say("now")), light];
  if (facts.sounding) parts.push(make("p", say("sounding", { what: facts.sounding })));
  if (facts.mutedUntil) parts.push(make("p", say("muted_until", { time: when(facts.mutedUntil, facts.now), who: facts.mutedBy ?? "" })));
  parts.push(...orders(main, session, facts));
  if (facts.today.length) parts.push(make("h2", say("today")), times(facts.today));
  parts.push(...faults(facts));
  if (facts.selfTest) parts.push(make("h2", say("self_test")), english(facts.selfTest, "soft"));
  main.replaceChildren(...parts);
  timer = setTimeout(() => { if (light.isConnected && !isInUse(main)) draw(main, session) }, INTERVAL);
}

/** Whether a person is at a button or a field of the view. */
const isInUse = (main) => document.activeElement !== main && main.contains(document.activeElement);

function orders(main, session, facts) {
  const drawn = performance.now();
  const give = (name, body = {}) => attempt(async () => {
    const { words } = await order(name, body);
    await draw(main, session);
    tell(words);
  });
  const row = make("div", "", "orders", button(say("stop"), () => give("stop"), "danger"));
  if (session.role !== "volunteer") row.append(button(say("test"), () => give("test"), "plain"));
  if (facts.mutedUntil) row.append(button(say("unmute"), () => give("unmute")));
  const mute = form(say("mute"), [field("until", say("mute_until"), { type: "time" })], ({ until }) => {
    // The box takes a time that is over today as tomorrow's. Its clock is not known while the daemon is away.
    const isOver = facts.now && until <= boxTime(facts.now, drawn);
    return (!isOver || confirm(say("mute_sure", { time: say("tomorrow", { time: until }) }))) && give("mute", { until });
  });
  return [make("h2", say("orders")), row, ...(facts.mutedUntil ? [] : [make("h2", say("mute")), mute])];
}

function times(today) {
  const list = make("ul", "", "times");
  for (const row of today) {
    const state = row.state ?? (row.withheld ? "withheld" : "");
    const item = make("li", prayer(row.prayer), "", make("b", clock(row.at)));
    if (state) item.append(make("span", sayOr(`state_${state}`, state), "soft"));
    list.append(item);
  }
  return list;
}

function faults({ problems, away }) {
  const all = [...(away ? [{ what: away, advice: "" }] : []), ...problems];
  if (!all.length) return [make("h2", say("faults")), make("p", say("no_faults"), "soft")];
  const list = make("ul", "", "list");
  for (const { what, advice } of all) {
    list.append(make("li", "", "", english(what), english(advice, "soft")));
  }
  return [make("h2", say("faults")), list];
}
