// Dates, times and changes of the view *Iqama and Friday* in the page's language.

import { format } from "./dates.js";
import { say } from "./words.js";

/** A date such as 2026-12-05 in words. Its year stands where it is another one than this. */
export const dayWords = (date, hasWeekday = true) => format(date, {
  day: "numeric", month: "long", ...(hasWeekday ? { weekday: "long" } : {}), ...(hasWeekday && !date.startsWith(thisYear()) ? { year: "numeric" } : {}),
});
const thisYear = () => String(new Date().getFullYear());
export const shortDay = (date) => format(date, { weekday: "short", day: "numeric" });
export const wholeDay = (date) => format(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

const SUNDAY = Date.UTC(2026, 10, 29);
const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** A weekday by its English name, or by its number from Sunday on. */
export function weekdayName(day) {
  const number = typeof day === "number" ? day : names.findIndex((name) => name.startsWith(day.toLowerCase()));
  return format(new Date(SUNDAY + number * 86_400_000).toISOString().slice(0, 10), { weekday: "long" });
}

/** The Hijri date, from 1448-06-25. */
export function hijriWords(date) {
  const [year, month, day] = date.split("-").map(Number);
  return say("iqama_hijri_date", { day, month: say(`iqama_hijri_${month}`), year });
}

export const clock = (moment) => moment.slice(11, 16);

/** The prayer of a change, or the khutbah with its number. */
export function nameOf({ occasion }, changes) {
  const number = /^jumuah-(\d+)$/.exec(occasion)?.[1];
  if (number === undefined) return say(`prayer_${occasion.replace("iqama-", "")}`);
  const several = Number(number) > 1 || changes.some((other) => other.occasion === "jumuah-2");
  return say("iqama_khutbah") + (several ? ` ${number}` : "");
}

/** "Isha 19:30 instead of 20:00" in two parts: the time, and what it was. */
export function timesWords({ old, new: now }) {
  const time = !now ? say("iqama_none") : now.wait === undefined ? clock(now.at) : say("iqama_after_adhan", { n: now.wait });
  // Minutes alone would be read as a time where the new one is on the clock.
  const minutes = now?.wait === undefined ? "iqama_after_adhan" : "iqama_n_minutes";
  const before = !old ? "" : old.wait === undefined ? clock(old.at) : say(minutes, { n: old.wait });
  return { time, before };
}

/** "From Saturday 5 December": when a change begins, and for how long. */
export function beginWords({ date, last, weekdays }) {
  const words = !last ? say("iqama_change_from", { date: dayWords(date) })
    : last === date ? dayWords(date) : say("iqama_days_between", { from: dayWords(date), to: dayWords(last) });
  return weekdays ? `${words} (${weekdays.map(weekdayName).join(", ")})` : words;
}

/** The changes that begin on the same days, together. */
export function groupsOf(changes) {
  const groups = new Map();
  for (const change of changes) {
    const key = JSON.stringify([change.date, change.last, change.weekdays]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}
