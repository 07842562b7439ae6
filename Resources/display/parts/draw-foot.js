// The foot: the messages of the mosque, a time that changes, the coming Jumu'ah, and the honest line.

import { changesAt, dayAt, isShown } from "./plan.js";
import { fill, isolated } from "./words.js";
import { askToFit, byId, make, say } from "./dom.js";

const MESSAGE_SECONDS = 12;

export function drawFoot(state, words, now, scene) {
  const { plan } = state;
  const bar = messageAt(plan, words, now);
  const changed = [byId("bar"), byId("iqama-bar")].map((element) => say(element, bar));
  changed.push(say(byId("change"), words.changes(plan, changesAt(plan, now))));
  drawJumuah(plan, words, now);

  const day = dayAt(plan, now);
  const states = statesOf(state, words);
  changed.push(drawNotes(byId("notes"), [...states, ...notesOf(plan, day, words)], sourceOf(plan, day, words)));
  if (changed.includes(true)) askToFit();
  drawNotes(byId("iqama-notes"), states, "");
  const unheard = scene.unheard || state.daemon?.state === "away" || plan.notes.some(({ kind }) => kind === "no-sound");
  say(byId("call-message"), unheard ? words.texts.unheard : "");
}

/** The message of the moment, in the language of the moment where it has one. */
function messageAt(plan, words, now) {
  const messages = plan.bar.filter((message) => isShown(message, now) && (message.language ?? words.language) === words.language);
  return messages.length ? messages[Math.floor(now / MESSAGE_SECONDS) % messages.length].text : "";
}

let drawnJumuah = "";

/** The times of the coming Friday, all of them. */
function drawJumuah(plan, words, now) {
  const coming = plan.days.find((day) => day.jumuah.some(({ khutbah }) => khutbah > now));
  const friday = coming?.jumuah === dayAt(plan, now)?.jumuah ? null : coming;  // The table has them.
  const times = friday ? friday.jumuah.map(({ khutbah }) => words.time(plan, khutbah)) : [];
  const key = `${words.language} ${times}`;
  if (key === drawnJumuah) return;
  drawnJumuah = key;
  const [before, after] = words.texts.jumuah_times.split("{times}");
  const listed = times.flatMap((time, index) => [index ? " · " : "", make("b", { text: time })]);
  byId("jumuah").replaceChildren(...(times.length ? [before, ...listed, after] : []));
}

/** What the page itself knows: that it has lost the box, that the daemon is away. */
function statesOf({ plan, daemon, lostSince }, words) {
  const since = (kind, instant) => fill(words.texts.notes[kind], { time: words.time(plan, instant) });
  const states = [];
  if (daemon?.state === "away") states.push(since("away", daemon.since));
  if (lostSince !== null) states.push(since("lost", lostSince));
  return states;
}

/** What the box says, and that times of this day are estimates. */
function notesOf(plan, day, words) {
  const notes = plan.notes.filter(({ kind }) => kind !== "source" && kind !== "estimated");
  const texts = notes.map(({ kind, text, fault }) => words.fault(fault) || (text ? isolated(text) : words.texts.notes[kind])).filter(Boolean);
  if (day?.estimated.length) texts.push(words.texts.notes.estimated);
  return texts;
}

/** Where the day's times come from, and until when there are more. */
function sourceOf(plan, day, words) {
  if (!day) return "";
  const note = plan.notes.find(({ kind }) => kind === "source");
  const what = note?.text ?? words.texts.source[day.source] ?? "";
  return note?.until ? fill(words.texts.until, { what, date: words.shortDate(note.until) }) : what;
}

/** Answers whether they changed. */
function drawNotes(element, notes, source) {
  const key = JSON.stringify([notes, source]);
  if (element.drawn === key) return false;
  element.drawn = key;
  const between = "\u00a0· ";  // A line does not begin with the point.
  const parts = [notes.join(between), notes.length && source ? between : "", source ? make("span", { className: "source", text: source }) : ""];
  element.replaceChildren(...parts.filter((part) => part !== ""));
  return true;
}
