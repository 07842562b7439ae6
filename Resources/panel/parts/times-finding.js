// A timetable that was uploaded: the meaning of its columns, its faults with the corrections, and the difference to the times in use.

import { day, dayCount } from "./dates.js";
import { button, english, make } from "./dom.js";
import { watch } from "./saving.js";
import { say, sayOr } from "./words.js";

/** The keys that a column may be taken for. */
const keys = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha", "fajr_iqama", "dhuhr_iqama", "asr_iqama", "maghrib_iqama", "isha_iqama", "jumuah", "jumuah_iqama", "imsak"];

/** The name of a time: iqama-fajr, jumuah-2, asr_2. */
function timeName(name) {
  const [first, second] = name.split("-");
  if (first === "iqama") return say("times_iqama_of", { prayer: sayOr(`prayer_${second}`, second) });
  if (first === "jumuah") return `${say("prayer_jumuah-1")}${second ? ` ${second}` : ""}`;
  return sayOr(`prayer_${first}`, sayOr(`times_key_${first}`, first));
}

/** The name of a key of a column. */
function keyName(key) {
  const [first, second] = key.split("_");
  if (first === "jumuah") return second ? say("times_iqama_of", { prayer: say("prayer_jumuah-1") }) : say("prayer_jumuah-1");
  return second === "iqama" ? timeName(`iqama-${first}`) : sayOr(`times_key_${key}`, timeName(first));
}

const minutes = (number) => say("times_minutes", { minutes: `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number)}` });

/** A left-to-right piece, such as a time, within a text of any direction. */
function ltr(text, ...children) {
  const element = make("bdi", text, "", ...children);
  element.dir = "ltr";
  return element;
}

function table(label, heads, rows) {
  const head = make("tr", "", "", ...heads.map((text) => {
    const cell = make("th", text);
    cell.scope = "col";
    return cell;
  }));
  const element = make("table", "", "", make("caption", label), make("thead", "", "", head), make("tbody", "", "", ...rows));
  const frame = make("div", "", "wide", element);
  // The keyboard can scroll it, too.
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", label);
  return frame;
}

const row = (...cells) => make("tr", "", "", ...cells.map((cell) => make("td", "", "", cell)));

function section(title, ...children) { return [make("h2", title), ...children] }

function fold(title, ...children) { return make("details", "", "", make("summary", title), ...children) }

const more = ({ count, first }) => count > first.length ? [make("p", say("times_more", { count: count - first.length }), "soft")] : [];

/** A box to tick, with its words. */
function tick(name, value, words, isOn) {
  const box = make("input");
  Object.assign(box, { type: "checkbox", name, value, checked: isOn });
  return make("label", "", "tick", box, ...words);
}

/** The days from the first to the last; a single one by its date. */
const span = ({ days, first, last }) => first === last ? day(first) : say("times_span", { days: dayCount(days), first: day(first), last: day(last) });

/**
 * The whole view.
 * @param actions confirm(choice), read(choice), drop(), back()
 */
export function drawFinding(main, finding, actions) {
  const { upload } = finding;
  const name = make("h1", "", "", make("bdi", upload.name));
  const parts = [button(say("times_back"), actions.back, "plain"), name];
  if (finding.undecided) {
    parts.push(make("p", say("times_undecided")), english(finding.undecided, "light bad"), ...columnsForm(finding, actions.read));
  } else {
    const isUsable = finding.days > 0 && !finding.isOver;
    parts.push(...(finding.days ? summary(finding) : [make("p", say("error_no-day"), "light bad")]), ...corrections(finding), ...leftOut(finding));
    parts.push(...(isUsable ? difference(finding) : []), ...faults(finding));
    parts.push(...section(say("times_columns"), ...columns(finding)), fold(say("times_correct_columns"), ...columnsForm(finding, actions.read)));
    // A day that is left out may be the only one.
    if (isUsable || (!finding.days && finding.leftOut.first.some(({ keepable }) => keepable))) parts.push(...confirmation(main, finding, actions));
  }
  parts.push(button(say("times_drop"), actions.drop, "danger"));
  main.replaceChildren(...parts);
}

export const yearWords = ({ year, days }) => say("times_year", { year, days: dayCount(days) });

function summary(finding) {
  const lines = [make("p", span(finding))];
  if (finding.isOver) lines.push(make("p", say("error_over", { last: day(finding.last) })));
  if (finding.years.length > 1) lines.push(make("p", finding.years.map(yearWords).join(" · "), "soft"));
  if (finding.reach && finding.reach !== finding.last) lines.push(make("p", say("times_reach", { last: day(finding.reach) })));
  const { missing } = finding;
  if (missing.count) {
    const list = make("ul", "", "list", ...missing.first.map(({ first, last, count }) => make("li", span({ days: count, first, last }))));
    lines.push(fold(say("times_missing", { count: missing.count }), list, ...more(missing)));
  }
  const isGood = !finding.corrections.count && !finding.leftOut.count && !missing.count;
  return [make("div", "", `light ${finding.isOver ? "bad" : isGood ? "good" : ""}`, ...lines)];
}

/** The proposed corrections, a tick each. */
function corrections({ corrections }) {
  if (!corrections.count) return [];
  const list = watch(make("ul", "", "list"));
  for (const { day: date, place, times, keepable } of corrections.first) {
    const changes = times.flatMap(({ prayer, written, proposed }) => [
      make("span", "", "change", `${timeName(prayer)} `, ltr("", make("del", written ?? "?"), " → ", make("ins", proposed))),
    ]);
    const where = make("span", "", "soft", `${day(date)} · `, english(place, "", "span"));
    const words = make("span", "", "", where, make("br"), ...changes);
    const one = tick("correct", date, [words], true);
    // A time that cannot be read cannot be kept.
    one.firstChild.disabled = !keepable;
    list.append(make("li", "", "", one));
  }
  const hint = corrections.first.some(({ keepable }) => keepable) ? [make("p", say("times_corrections_words"), "soft")] : [];
  return section(say("times_corrections", { count: corrections.count }), ...hint, list, ...more(corrections));
}

function leftOut({ leftOut }) {
  if (!leftOut.count) return [];
  const list = watch(make("ul", "", "list"));
  for (const { day: date, words, keepable } of leftOut.first) {
    const text = [make("b", day(date)), ...(words ? [make("br"), english(words, "soft", "span")] : [])];
    list.append(make("li", "", "", keepable ? tick("keep", date, [make("span", "", "", ...text, make("br"), say("times_use_written"))], false) : make("p", "", "", ...text)));
  }
  return section(say("times_left_out", { count: leftOut.count }), list, ...more(leftOut));
}

function difference({ isCompared, changes, shifts }) {
  const title = say("times_difference");
  if (!isCompared) return section(title, make("p", say("times_not_compared"), "soft"));
  if (!changes.count) return section(title, make("p", say("times_same"), "soft"));
  const sums = shifts.map(({ name, days, least, most }) => row(timeName(name), String(days), least === undefined || least === null ? "" : ltr(least === most ? minutes(least) : `${minutes(least)} … ${minutes(most)}`)));
  const rows = changes.first.map(({ day: date, times }) => {
    const all = times.map(({ name, before, after, minutes: by }) => make("span", "", "change", `${timeName(name)} `,
      ltr(`${before ?? "–"} → ${after ?? "–"}`), by === undefined || by === null ? "" : ltr(` (${minutes(by)})`)));
    return row(day(date), make("span", "", "", ...all));
  });
  return section(title,
    table(say("times_by_prayer"), [say("times_time"), say("times_days"), say("times_by")], sums),
    fold(say("times_by_day", { count: changes.count }), table(say("times_by_day", { count: changes.count }), [say("times_day"), say("times_change")], rows), ...more(changes)));
}

function faults({ faults, notes }) {
  const list = ({ first }) => make("ul", "", "list", ...first.map(({ place, day: date, words }) => make("li", "", "", english([place, date].filter(Boolean).join(", "), "soft"), english(words))));
  const parts = [];
  if (faults.count) parts.push(fold(say("times_faults", { count: faults.count }), list(faults), ...more(faults)));
  if (notes.count) parts.push(fold(say("times_notes", { count: notes.count }), list(notes), ...more(notes)));
  return parts;
}

function columns({ columns, remarks, shape }) {
  const parts = [];
  if (columns.length) {
    const rows = columns.map(({ number, heading, sample, keys }) => row(String(number), make("bdi", heading || "–"), make("bdi", sample), keys.length ? keys.map(keyName).join(", ") : make("span", say("times_unused"), "soft")));
    if (columns[0].sheet) parts.push(make("p", say("times_sheet"), "soft", " ", make("bdi", columns[0].sheet)));
    parts.push(table(say("times_columns"), [say("times_number"), say("times_heading"), say("times_sample"), say("times_taken_for")], rows));
  } else {
    parts.push(make("p", say("times_known", { shape }), "soft"));
  }
  if (remarks.count) parts.push(fold(say("times_remarks"), make("ul", "", "list", ...remarks.first.map((text) => english(text, "", "li"))), ...more(remarks)));
  return parts;
}

/** The columns as a person may correct them, and the year. */
function columnsForm({ columns, upload }, read) {
  const element = make("form", "", "columns");
  for (const key of keys) {
    const now = columns.find((column) => column.keys.includes(key));
    const given = upload.columns[key] ?? (now ? String(now.number) : "");
    let input;
    if (columns.length) {
      input = make("select");
      for (const [value, text] of [["", "–"], ...columns.map(({ number, heading, sample }) => [String(number), `${number} ${heading || sample}`])]) {
        const option = make("option", text);
        option.value = value;
        input.append(option);
      }
    } else {
      input = make("input");
      input.maxLength = 60;
      input.autocomplete = "off";
    }
    input.name = key;
    input.value = given;
    input.dataset.was = given;
    element.append(make("label", keyName(key), "", input));
  }
  const year = make("input");
  Object.assign(year, { name: "year", type: "number", min: 1900, max: 2200, value: upload.year ?? "" });
  const submit = make("button", say("times_read_again"));
  element.append(make("label", say("times_year_wanted"), "", year), submit);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    // The box finds the others itself.
    const named = [...element.elements].filter(({ name, value, dataset }) => keys.includes(name) && value && (value !== dataset.was || name in upload.columns));
    await read({ year: year.value ? Number(year.value) : undefined, columns: Object.fromEntries(named.map(({ name, value }) => [name, value])) });
    submit.disabled = false;
  });
  return [make("p", say(columns.length ? "times_columns_words" : "times_columns_unknown"), "soft"), element];
}

function confirmation(main, finding, { confirm }) {
  const { others } = finding;
  const parts = section(say("times_confirm_title"));
  if (others) parts.push(tick("others", "1", [make("span", say("times_others", { count: others.count, first: day(others.first), last: day(others.last) }))], true));
  parts.push(button(finding.days ? say("times_confirm", { span: span(finding) }) : say("times_confirm_kept"), () => confirm({
    keep: [...main.querySelectorAll("input[name=correct]:not(:checked), input[name=keep]:checked")].map(({ value }) => value),
    others: main.querySelector("input[name=others]")?.checked ?? false,
  })));
  return parts;
}
