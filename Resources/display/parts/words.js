// Words, dates and figures in the language of the moment.

import { wall } from "./plan.js";
import { daysBetween } from "./civil.js";

const texts = new Map();
const cache = new Map();

/** Loads the texts of these languages and Arabic, once. Throws if one cannot be had; the next plan tries again. */
export async function loadTexts(languages) {
  await Promise.all([...new Set([...languages, "ar"])].filter((language) => !texts.has(language)).map(async (language) => {
    const [own, faults] = await Promise.all([`${language}.json`, `faults/${language}.json`].map(load));
    texts.set(language, { ...own, faults });
  }));
}

async function load(name) {
  const answer = await fetch(new URL(`../texts/${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`texts/${name}: ${answer.status}`);
  return answer.json();
}

/** The words of the moment. Two languages alternate by the box's clock, so that all screens of a hall agree. */
export function wordsAt(plan, now) {
  const { languages, alternate, digits, hours } = plan.look;
  const language = languages[Math.floor(now / (alternate || 20)) % languages.length];
  const key = `${language} ${digits} ${hours}`;
  if (!cache.has(key)) cache.set(key, new Words(language, texts.get(language), digits, hours));
  return cache.get(key);
}

/** The Arabic words, which every page has. */
export const arabic = () => texts.get("ar");

/** A sentence with its {names} replaced. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** English words, which run left to right within a line of any language. */
export const isolated = (text) => `\u2068${text}\u2069`;

class Words {
  constructor(language, texts, digits, hours) {
    this.language = language;
    this.texts = texts;
    this.hours = hours;
    this.digits = digits === "native" ? [...texts.digits] : null;
    this.plurals = new Intl.PluralRules(language);
  }

  /** Figures, in Western digits or those of the language. */
  figures(text) {
    return this.digits ? String(text).replace(/\d/g, (digit) => this.digits[digit]) : String(text);
  }

  /** A wall time: 05:42, or 5:42. */
  wallTime({ hour, minute }) {
    const shown = this.hours === 12 ? String(hour % 12 || 12) : String(hour).padStart(2, "0");
    return this.figures(`${shown}:${String(minute).padStart(2, "0")}`);
  }

  time(plan, instant) { return this.wallTime(wall(plan, instant)) }

  /** am or pm; nothing with 24 hours. */
  half({ hour }) { return this.hours === 12 ? (hour < 12 ? this.texts.am : this.texts.pm) : "" }

  /** The time left: 2:30:42, or 30:42. */
  left(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    return this.figures(hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`);
  }

  weekday({ weekday }) { return this.texts.weekdays[weekday - 1] }

  date({ weekday, day, month, year }) {
    return fill(this.texts.date, { weekday: this.weekday({ weekday }), ...this.#parts(day, this.texts.months[month - 1], year) });
  }

  hijri({ day, month, year }) {
    return fill(this.texts.hijri, { ...this.#parts(day, this.texts.hijri_months[month - 1], year), day: this.figures(day) });
  }

  /** A date such as 2026-12-31, without its year. */
  shortDate(date) {
    const [, month, day] = date.split("-").map(Number);
    return fill(this.texts.short_date, this.#parts(day, this.texts.months[month - 1], ""));
  }

  /** "Ramadan in 12 days"; nothing once it has come. */
  countdown(countdown, today) {
    const forms = this.texts.countdown[countdown?.to];
    const days = countdown ? daysBetween(today, countdown.date) : 0;
    if (!forms || days < 1) return "";
    return fill(forms[this.plurals.select(days)] ?? forms.other, { n: this.figures(days) });
  }

  /** A fault with what to do; nothing for one that has no text. */
  fault(fault) {
    const sentence = this.texts.faults[fault?.id];
    if (!sentence) return "";
    const { file, detail } = fault.parameters;
    const told = fill(sentence, { file: isolated(file) }) + (detail ? ` (${isolated(detail)})` : "");
    return `${told} – ${this.texts.faults[`${fault.id}.advice`]}`;
  }

  /** "From Saturday 5 December: Isha 19:30 instead of 20:00"; nothing without changes. They begin on the same day. */
  changes(plan, changes) {
    if (!changes.length) return "";
    const [{ date, last, weekdays }] = changes;
    const texts = this.texts.changes;
    const form = last === null ? texts.from : last === date ? texts.on : texts.until;
    const listed = changes.map((change) => this.#change(plan, change, texts)).join(" · ");
    const days = weekdays.map((weekday) => this.weekday({ weekday })).join(", ");
    return fill(form, { date: this.#day(date, texts) + (days ? ` (${days})` : ""), last: last && this.#day(last, texts), list: listed });
  }

  #change(plan, { prayer, number, old, new: time, wait }, texts) {
    const several = number !== null && (number > 1 || plan.days.some(({ jumuah }) => jumuah.length > 1));
    const what = `${this.texts.prayers[prayer]}${several ? ` ${this.figures(number)}` : ""}`;
    if (time === null) return fill(number === null ? texts.no_iqama : texts.no_khutbah, { what });
    if (wait !== null) return fill(texts.after, { what, n: this.figures(wait) });
    const shown = this.time(plan, time);
    return old === null ? `${what} ${shown}` : fill(texts.instead, { what, time: shown, old: this.time(plan, old) });
  }

  /** A date such as 2026-12-05 with its weekday, without its year. */
  #day(date, texts) {
    const [year, month, day] = date.split("-").map(Number);
    const name = this.weekday({ weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7 });
    // French and Swedish write months small, and within a sentence weekdays, too.
    const [january] = this.texts.months;
    const weekday = january === january.toLocaleLowerCase(this.language) ? name.toLocaleLowerCase(this.language) : name;
    return fill(texts.date, { weekday, ...this.#parts(day, this.texts.months[month - 1], "") });
  }

  #parts(day, month, year) {
    return { day: this.figures(day === 1 ? this.texts.first_of_month : day), month, year: this.figures(year) };
  }
}
