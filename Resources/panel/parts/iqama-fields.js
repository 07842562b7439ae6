// The fields of an iqama's rule and of an exception's days, and the values in them. The values are the config's own texts.

import { button, make } from "./dom.js";
import { dayWords, weekdayName } from "./iqama-words.js";
import { say } from "./words.js";

const WEEKDAYS = ["friday", "saturday", "sunday", "monday", "tuesday", "wednesday", "thursday"];
/** More minutes after the adhan are a rule in words. */
const MOST_MINUTES = 180;
const ROUNDS = ["1m", "5m", "10m", "15m", "30m"];
/** A part of each year has no year; a field of a date needs one, which has a 29 February. */
const ANY_YEAR = "2028";

let ids = 0;

function labelled(label, input) {
  input.id = `field-${++ids}`;
  const element = make("label", label);
  element.htmlFor = input.id;
  return make("div", "", "field", element, input);
}

export function optionsOf(name, label, pairs, value) {
  const select = make("select");
  select.name = name;
  const all = pairs.some(([one]) => one === value) ? pairs : [...pairs, [value, value]];
  for (const [one, text] of all) {
    const option = make("option", text);
    option.value = one;
    select.append(option);
  }
  select.value = value;
  return labelled(label, select);
}

function inputOf(name, label, type, value, attributes = {}) {
  const input = make("input");
  Object.assign(input, { name, type });
  for (const [key, text] of Object.entries(attributes)) input.setAttribute(key, text);
  input.value = value;
  return labelled(label, input);
}

/** The kind of a rule: usual, timetable, clock, after, off or other. */
function kindOf(at) {
  if (at === undefined) return "usual";
  if (at === "off" || at === "timetable") return at;
  if (/^\d{1,2}:\d{2}$/.test(at)) return "clock";
  return /^\+\d+m$/.test(at) && Number(at.slice(1, -1)) <= MOST_MINUTES ? "after" : "other";
}

/** @param isException whether a prayer may stay as usual. */
export function ruleOf({ at, round, least, changes }, isException, shared) {
  const kind = kindOf(at ?? (isException ? undefined : "timetable"));
  const kinds = [...(isException ? ["usual"] : []), "timetable", "clock", "after", "off", ...(kind === "other" ? ["other"] : [])];
  const select = optionsOf("kind", say("iqama_is"), kinds.map((one) => [one, say(`iqama_kind_${one}`)]), kind);
  const time = inputOf("clock", say("iqama_time"), "time", kind === "clock" ? at.padStart(5, "0") : "");
  const minutes = inputOf("minutes", say("iqama_minutes"), "number", kind === "after" ? at.slice(1, -1) : "", { min: 0, max: MOST_MINUTES, inputmode: "numeric", placeholder: "15" });
  const other = inputOf("other", say("iqama_rule"), "text", kind === "other" ? at : "", { dir: "ltr" });
  const rounded = optionsOf("round", say("iqama_rounded"), [["", say("iqama_as_all")], ...ROUNDS.map((one) => [one, say(`iqama_round_${one}`)])], round ?? "");
  const eachDay = say(shared.changes ? "iqama_as_all" : "iqama_each_day");
  const weeks = WEEKDAYS.map((day) => [day, say("iqama_weekly", { day: weekdayName(day) })]);
  const weekly = optionsOf("changes", say("iqama_changes"), [["", eachDay], ...weeks], changes ?? "");
  const fields = make("div", "", "fields", time, minutes, other, rounded, weekly);
  fields.least = least;
  const show = () => {
    const chosen = select.querySelector("select").value;
    for (const [field, kind] of [[time, "clock"], [minutes, "after"], [other, "other"]]) {
      field.hidden = chosen !== kind;
      field.querySelector("input").required = !field.hidden;
    }
    rounded.hidden = weekly.hidden = chosen !== "after" && chosen !== "other";
  };
  select.addEventListener("change", show);
  show();
  return [select, fields];
}

/** The first field that is empty and needs a value, or has one that cannot be. */
export const faultyField = (form) => [...form.querySelectorAll("input:invalid")].find((input) => !input.closest("[hidden]"));

/** The sentence for such a field. */
export function faultyWords(input) {
  const { min, max, labels, ariaLabel } = input;
  const name = labels[0]?.textContent ?? ariaLabel;
  const field = max === "" ? name : `${name}, ${min}–${max}`;
  return say("iqama_fill_in", { part: input.closest("fieldset").querySelector("legend").textContent, field });
}

/** Null where the prayer stays as usual. */
export function readRule(element) {
  const value = (name) => element.querySelector(`[name=${name}]`).value.trim();
  const kind = value("kind");
  if (kind === "usual") return null;
  if (kind === "off" || kind === "timetable") return { at: kind };
  if (kind === "clock") return { at: value("clock") };
  const { least } = element.querySelector(".fields");
  return {
    at: kind === "after" ? `+${value("minutes")}m` : value("other"),
    round: value("round") || undefined, least, changes: value("changes") || undefined,
  };
}

/** The days of an exception. */
export function daysOf({ days, season, ramadan, eid, from, to }) {
  const isYearly = [from, to].some((date) => date?.length === 5);
  const date = (text) => (text?.length === 5 ? `${ANY_YEAR}-${text}` : text ?? "");
  const flag = (value) => (value === undefined ? "" : String(value));
  const weekdays = make("div", "", "weekdays", ...WEEKDAYS.map((day) => {
    const box = make("input");
    Object.assign(box, { type: "checkbox", name: "weekday", value: day, checked: (days ?? []).some((one) => day.startsWith(one.toLowerCase())) });
    return make("label", "", "check", box, weekdayName(day));
  }));
  const yearly = make("input");
  Object.assign(yearly, { type: "checkbox", name: "yearly", checked: isYearly });
  const group = make("fieldset", "", "days", make("legend", say("iqama_on_which_days")),
    inputOf("from", say("iqama_from"), "date", date(from)), inputOf("to", say("iqama_to"), "date", date(to)),
    make("label", "", "check", yearly, say("iqama_yearly")),
    make("details", "", "more", make("summary", say("iqama_more_days")),
      make("fieldset", "", "", make("legend", say("iqama_weekdays")), weekdays),
      optionsOf("season", say("iqama_season"), [["", say("iqama_any")], ["summer", say("iqama_summer")], ["winter", say("iqama_winter")]], season ?? ""),
      optionsOf("ramadan", say("iqama_ramadan"), [["", say("iqama_any")], ["true", say("iqama_in_ramadan")], ["false", say("iqama_not_ramadan")]], flag(ramadan)),
      optionsOf("eid", say("iqama_eid_days"), [["", say("iqama_any")], ["true", say("iqama_on_eid")], ["false", say("iqama_not_eid")]], flag(eid))));
  return group;
}

export function readDays(item) {
  const group = item.querySelector(".days");
  const value = (name) => group.querySelector(`[name=${name}]`).value;
  const isYearly = group.querySelector("[name=yearly]").checked;
  const date = (text) => (text ? (isYearly ? text.slice(5) : text) : undefined);
  const flag = (text) => (text ? text === "true" : undefined);
  const days = [...group.querySelectorAll("[name=weekday]:checked")].map((box) => box.value);
  return {
    days: days.length ? days : undefined, season: value("season") || undefined,
    ramadan: flag(value("ramadan")), eid: flag(value("eid")), from: date(value("from")), to: date(value("to")),
  };
}

/** The days of an exception in words, for its title. */
export function daysInWords({ days, season, ramadan, eid, from, to }) {
  const name = (text) => (text.length === 5 ? dayWords(`${ANY_YEAR}-${text}`, false) : dayWords(text));
  const parts = [];
  if (from && to) parts.push(say("iqama_days_between", { from: name(from), to: name(to) }));
  else if (from) parts.push(say("iqama_days_from", { from: name(from) }));
  else if (to) parts.push(say("iqama_days_to", { to: name(to) }));
  if (days) parts.push(days.map(weekdayName).join(", "));
  if (season) parts.push(say(`iqama_${season}`));
  if (ramadan !== undefined) parts.push(say(ramadan ? "iqama_in_ramadan" : "iqama_not_ramadan"));
  if (eid !== undefined) parts.push(say(eid ? "iqama_on_eid" : "iqama_not_eid"));
  return parts.join(" · ") || say("iqama_exception");
}

/** Times on the clock, up to four. A time that counts from another stays a text. */
export function timesOf(name, label, times) {
  const element = make("fieldset", "", "clocks", make("legend", label));
  element.dataset.times = name;
  const row = make("div", "", "row");
  const add = (text) => {
    const input = make("input");
    input.type = text === "" || /^\d{1,2}:\d{2}$/.test(text) ? "time" : "text";
    input.value = input.type === "time" && text ? text.padStart(5, "0") : text;
    input.setAttribute("aria-label", `${label} ${row.children.length + 1}`);
    row.append(input);
    more.hidden = row.children.length >= 4;
    return input;
  };
  const more = button(say("iqama_add_time"), () => add("").focus(), "plain");
  for (const text of times.length ? times : [""]) add(text);
  element.append(row, more);
  return element;
}
