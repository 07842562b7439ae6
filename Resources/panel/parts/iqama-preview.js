// The next days as they will be, what changes, and the notice of a change to print or to send.

import { tell } from "../panel.js";
import { button, english, make } from "./dom.js";
import { beginWords, clock, dayWords, groupsOf, nameOf, shortDay, timesWords } from "./iqama-words.js";
import { printNotice, sharePicture } from "./iqama-notice.js";
import { say } from "./words.js";

const COLUMNS = ["fajr", "dhuhr", "asr", "maghrib", "isha"];

export function drawPreview(element, { times, current, hijri, faults, remarks, replaced }) {
  const parts = faults.map((words) => english(words, "bad"));
  if (times) {
    parts.push(table(times.days, current.days), ...replaced.map(replacement));
    parts.push(make("h3", say("iqama_upcoming")), ...changesOf(times, hijri));
    if (remarks.length) parts.push(make("h3", say("iqama_remarks")), ...remarks.map((words) => english(words, "soft")));
  }
  element.replaceChildren(...parts);
}

function table(days, current) {
  const head = make("tr", "", "", cell("th", say("iqama_day"), "col"), ...COLUMNS.map((name) => cell("th", say(`prayer_${name}`), "col")));
  const rows = days.map((day, index) => {
    const other = current.find(({ date }) => date === day.date) ?? day;
    return make("tr", "", "", cell("th", shortDay(day.date), "row"), ...COLUMNS.map((name) => time(timesAt(day, name), timesAt(other, name))));
  });
  const caption = make("caption", say("iqama_preview_words"));
  const element = make("div", "", "days-ahead", make("table", "", "", caption, make("thead", "", "", head), make("tbody", "", "", ...rows)));
  // A narrow screen scrolls it, which the keyboard can, too.
  element.tabIndex = 0;
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", say("iqama_preview"));
  return element;
}

function cell(tag, text, scope) {
  const element = make(tag, text);
  element.scope = scope;
  return element;
}

/** The iqama of a prayer; on Fridays the khutbahs in place of Dhuhr's. */
function timesAt(day, name) {
  const isFriday = name === "dhuhr" && day.jumuah && new Date(day.date).getUTCDay() === 5;
  const times = isFriday ? day.jumuah : [day.iqama?.[name]].filter(Boolean);
  return times.length ? times.map(clock) : ["–"];
}

/** One below the other. */
function time(times, others) {
  const spans = times.map((text) => make("span", text, "time"));
  if (String(times) === String(others)) return make("td", "", "", ...spans);
  return make("td", "", "", make("mark", "", "", ...spans), make("span", say("iqama_was", { time: others.join(", ") }), "was"));
}

/** The times of the timetable that a rule replaces: `iqama.isha`, or `jumuah.times`. */
function replacement({ key, date, clocks }) {
  const [table, prayer] = key.split(".");
  const what = say(`prayer_${table === "jumuah" ? table : prayer}`);
  return make("p", say("iqama_replaces", { what, time: clocks.join(", "), date: dayWords(date) }), "soft");
}

function changesOf(times, hijri) {
  if (!times.changes.length) return [make("p", say("iqama_no_changes"), "soft")];
  return groupsOf(times.changes).map((changes) => {
    const list = make("ul", "", "changes", ...changes.map((change) => {
      const { time, before } = timesWords(change);
      const item = make("li", "", "", `${nameOf(change, changes)} `, make("b", time));
      if (before) item.append(` ${say("iqama_instead_of", { time: before })}`);
      return item;
    }));
    const notice = { mosque: times.place.name, hijri: hijri[changes[0].date], changes };
    const print = button(say("iqama_print"), () => printNotice(notice), "plain");
    const picture = button(say("iqama_picture"), () => sharePicture(notice).catch((fault) => { if (fault.name !== "AbortError") tell(say("iqama_no_picture")) }), "plain");
    return make("div", "", "change", make("p", beginWords(changes[0]), "when"), list, make("div", "", "orders", print, picture));
  });
}
