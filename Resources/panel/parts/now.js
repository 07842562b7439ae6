// The view *Now*: will the next adhan sound, today's times, what is wrong, and the orders.

import { attempt, attemptIn, load, tell } from "../panel.js";
import { button, byId, english, make } from "./dom.js";
import { ask, order } from "./server.js";
import { isolated, needTexts, say, sayOr } from "./words.js";

/** How often the view asks again while it is shown. */
const INTERVAL = 20_000;

let timer;
/** Modules that are loaded once they are needed. */
let faults, mute;

const clock = (moment) => moment.slice(11, 16);
const isOn = (moment, other) => moment.slice(0, 10) === other.slice(0, 10);

/** The time, with its day where that is not today. */
function when(moment, now) {
  if (isOn(moment, now)) return clock(moment);
  const tomorrow = new Date(Date.parse(now.slice(0, 10)) + 86_400_000).toISOString();
  return isOn(moment, tomorrow) ? say("tomorrow", { time: clock(moment) }) : isolated(`${moment.slice(0, 10)} ${clock(moment)}`);
}

export const prayer = (name) => sayOr(`prayer_${name.replace(/^adhan-/, "")}`, name);

/** The first sentence, and whether it is good: true, false, or null where nobody knows yet or no recording is chosen. */
function verdict({ away, next, now }) {
  if (away) return [say("away"), false];
  if (!next) return [say("no_adhan"), null];
  const file = next.isPlaceholder ? say("placeholder") : isolated(next.file);
  const values = { prayer: prayer(next.occasion), time: when(next.at, now), file, volume: Math.round(next.volume) };
  if (next.willSound) return [say("will_sound", values), next.isPlaceholder ? null : true];
  return next.willSound === false ? [say("will_not_sound", values), false] : [say("untested", values), null];
}

async function read() {
  const [facts] = await Promise.all([ask("now"), needTexts("now")]);
  if (facts.away || facts.problems.length) [faults] = await Promise.all([load("faults"), needTexts("faults")]);
  return facts;
}

/** Returns the facts that it shows. */
export async function draw(main, session) {
  const facts = await attempt(read);
  if (facts) show(main, session, facts);
  return facts;
}

/** Which adhans are muted, by whom, and which is the next that sounds; empty where nothing is muted. */
export function mutedWords({ mutedUntil, mutedBy, muted, first, now }) {
  const named = ({ occasion, at }) => `${prayer(occasion)} ${when(at, now)}`;
  const words = [];
  if (mutedUntil) words.push(say("muted_until", { time: when(mutedUntil, now), who: isolated(mutedBy ?? "") }));
  if (muted.length) words.push(say("not_sounding", { adhans: muted.map(named).join(" · ") }));
  const people = [...new Set(muted.map(({ who }) => who ?? ""))].map(isolated).join(", ");
  if (muted.length && !mutedUntil) words.push(say("muted_by", { who: people }));
  if (words.length && first) words.push(say("first_sounding", { adhan: named(first) }));
  return words.join(" ");
}

function show(main, session, facts) {
  if (facts.mosque) byId("mosque").textContent = facts.mosque;
  const [sentence, isGood] = verdict(facts);
  const light = make("div", "", `light ${isGood === null ? "" : isGood ? "good" : "bad"}`, make("p", sentence));
  if (isGood === false && facts.next?.reason) light.append(english(facts.next.reason));
  const doubt = make("div", "", "bad");
  const parts = [make("h1", say("now")), doubt, light];
  if (facts.sounding) parts.push(make("p", say("sounding", { what: facts.sounding })));
  if (facts.starting) parts.push(make("p", say("starting", { what: facts.starting })));
  const muted = mutedWords(facts);
  if (muted) parts.push(make("p", muted));
  // What keeps the next call silent stands beside the light.
  if (facts.away || facts.problems.length) parts.push(...faults.list(facts));
  parts.push(...orders(main, session, facts));
  if (facts.today.length) parts.push(make("h2", say("today")), times(facts.today));
  if (!facts.away && !facts.problems.length) parts.push(make("h2", say("faults")), make("p", say("no_faults"), "soft"));
  if (facts.selfTest) parts.push(make("h2", say("self_test")), english(facts.selfTest, "soft"));
  main.replaceChildren(...parts);
  const refresh = async () => {
    const fresh = light.isConnected && !isInUse(main) && await attemptIn(doubt, read);
    if (!light.isConnected) return;
    if (fresh && !isInUse(main)) show(main, session, fresh);
    else timer = setTimeout(refresh, INTERVAL);
  };
  clearTimeout(timer);
  timer = setTimeout(refresh, INTERVAL);
}

/** Whether a person is at a button or a field of the view. */
const isInUse = (main) => document.activeElement !== main && main.contains(document.activeElement);

function orders(main, session, facts) {
  /** Gives the order, and tells the words that the new facts make. */
  const give = (name, words, body = {}) => attempt(async () => {
    await order(name, body);
    const fresh = await draw(main, session);
    if (fresh) tell(words(fresh));
  });
  const row = make("div", "", "orders", button(say("stop"), () => give("stop", () => say("stopped")), "danger"));
  if (session.role !== "volunteer") row.append(button(say("test"), () => give("test", () => say("test_runs")), "plain"));
  if (mutedWords(facts)) row.append(button(say("unmute"), () => give("unmute", (fresh) => verdict(fresh)[0])));
  if (mute) return [make("h2", say("orders")), row, make("h2", say("mute")), mute.choose(facts, give)];
  row.append(button(say("mute"), () => attempt(async () => {
    [mute] = await Promise.all([load("mute"), needTexts("mute")]);
    show(main, session, facts);
  })));
  return [make("h2", say("orders")), row];
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
