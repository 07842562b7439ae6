// What the plan says at an instant. Pure: a plan and an instant in, values out.

import { civil } from "./civil.js";

const CALLED = ["fajr", "dhuhr", "asr", "maghrib", "isha"];

/** A plan as it came, with its coming events in order. Throws if it is not a plan. */
export function readPlan(message) {
  if (!Number.isFinite(message.now) || !message.zone.length) throw new Error("a plan without now or zone");
  const events = message.days.flatMap((day) => eventsOf(day, message.look)).sort((a, b) => a.at - b.at);
  return { ...message, events };
}

/** The adhans, iqamas and other prayers of a day; sunrise, where the page counts down to it. */
function eventsOf(day, look) {
  const events = day.times.filter(({ name }) => look.until_sunrise && name === "sunrise").map(({ name, begins }) => ({ kind: name, prayer: name, at: begins }));
  for (const time of day.times.filter((time) => CALLED.includes(time.name))) {
    if (time.adhan !== null) events.push({ kind: "adhan", prayer: time.name, at: time.adhan });
    else if (time.name !== "dhuhr" || !day.jumuah.length) events.push({ kind: "prayer", prayer: time.name, at: time.begins });
    if (time.iqama !== null) events.push({ kind: "iqama", prayer: time.name, at: time.iqama });
  }
  for (const { khutbah } of day.jumuah) events.push({ kind: "khutbah", prayer: "jumuah", at: khutbah });
  for (const at of day.eid) events.push({ kind: "prayer", prayer: "eid", at });
  if (day.taraweeh !== null) events.push({ kind: "prayer", prayer: "taraweeh", at: day.taraweeh });
  return events;
}

/** The wall time of an instant in the mosque's zone. */
export function wall(plan, instant) {
  const entry = plan.zone.findLast(({ from }) => from <= instant) ?? plan.zone[0];
  return civil(instant, entry.offset);
}

/** The day whose times are shown; null where the plan has none. It begins at its `from`, else at 00:00. Rows that have turned are the next day's. */
export function dayAt(plan, now) {
  const { date } = wall(plan, now);
  const day = plan.days.findLast((day) => (day.from == null ? day.date <= date : day.from <= now));
  const isPast = day && day.date < date && day.times.every(({ begins }) => begins < now);
  if (!day || (isPast && day === plan.days.at(-1))) return null;
  const next = plan.days[plan.days.indexOf(day) + 1];
  const over = day.times.filter(({ turns }) => turns <= now).map(({ name }) => name);
  return next && over.length ? turned(day, next, over) : day;
}

/** The other rows that turn with a prayer's. */
const WITH = { fajr: ["imsak"], sunrise: ["eid"], dhuhr: ["jumuah"] };

/** A day whose first rows are the next day's: `over` has their names. */
function turned(day, next, names) {
  const over = names.flatMap((name) => [name, ...(WITH[name] ?? [])]);
  const both = (list) => [...next[list].filter((one) => over.includes(one.name ?? one)), ...day[list].filter((one) => !over.includes(one.name ?? one))];
  const listOf = (name) => (over.includes(name) ? next : day)[name];
  return { ...day, over, times: both("times"), estimated: both("estimated"), eid: listOf("eid"), jumuah: listOf("jumuah") };
}

/** The Hijri date, which turns at midnight or, by `hijri_evening`, at Maghrib. */
export function hijriAt(plan, now) {
  const { date } = wall(plan, now);
  const day = plan.days.find((day) => day.date === date);
  const maghrib = day?.times.find(({ name }) => name === "maghrib")?.begins;
  return (maghrib <= now && day.hijri_evening) || day?.hijri || null;
}

/** The prayer whose time it is: the last that has begun. None after sunrise, until Dhuhr. */
export function currentPrayer(day, now) {
  const last = day.times.findLast(({ name, begins }) => name !== "imsak" && begins <= now);
  return last === undefined || last.name === "sunrise" ? null : last.name;
}

/** What comes next: {kind, prayer, at}, or null. */
export function nextEvent(plan, now) {
  return plan.events.find(({ at }) => at > now) ?? null;
}

const DAY = { scene: "day", prayer: null, ends_at: null, unheard: false };

/** The scene of an instant. Where two overlap, the later in the list wins; in gaps, also those of `every`, it is the day. */
export function sceneAt(plan, now) {
  return plan.scenes.findLast(({ from, until, every, length }) =>
    from <= now && now < until && (every === undefined || (now - from) % every < length)) ?? DAY;
}

/** The changes of times that are told now and begin on the same day, the next ones first. A server of before sends none. */
export function changesAt(plan, now) {
  const told = (plan.changes ?? []).filter(({ from, until }) => from <= now && now < until);
  const same = (one) => JSON.stringify([one.date, one.last, one.weekdays]);
  return told.filter((one) => same(one) === same(told[0]));
}

/** Whether a message, slide or dhikr is shown now: in one of its spans, or always where it has none. */
export function isShown({ spans }, now) {
  return spans == null || spans.some(([from, until]) => from <= now && now < until);
}
