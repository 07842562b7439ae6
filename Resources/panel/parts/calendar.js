// The view *Calendar*: a month as a page to print, a file and an address for phones' calendars, a card for a web site.

import { attempt, tell } from "../panel.js";
import { cardFile } from "./calendar-card.js";
import { button, make } from "./dom.js";
import { ask, order, receive } from "./server.js";
import { say } from "./words.js";

export const hasStyles = true;

/** The display's words: months, weekdays and prayers, in nine languages. */
let words = {};

export async function draw(main, session, month = "") {
  const found = await attempt(async () => {
    const language = document.documentElement.lang;
    if (words.language !== language) words = { ...(await receive(`words/${language}.json`)).body, language };
    const link = session.role === "volunteer" ? null : await ask("calendar/link");
    return [await ask(`calendar${month && `?month=${month}`}`), link];
  });
  if (found) show(main, session, ...found);
}

function show(main, session, facts, link) {
  const turn = (steps) => draw(main, session, moved(facts.month, steps));
  const screen = make("div", "", "no-print", make("h1", say("calendar")));
  screen.append(make("div", "", "orders turning", button(say("month_before"), () => turn(-1), "plain"), button(say("month_after"), () => turn(1), "plain"), button(say("print"), () => print())));
  screen.append(make("p", say("print_words"), "soft"));
  const below = make("div", "", "no-print", ...phones(facts, link, () => draw(main, session, facts.month)), ...site(facts));
  main.replaceChildren(screen, sheet(facts), below);
}

/** The month so many months later. */
function moved(month, steps) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7);
}

const clock = (moment) => moment?.slice(11, 16) ?? "";
const weekday = (date) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
const isFriday = (day) => weekday(day.date) === 4;
const monthName = (month) => `${words.months[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
const hijriMonth = (hijri) => `${words.hijri_months[Number(hijri.slice(5, 7)) - 1]} ${Number(hijri.slice(0, 4))}`;

function sheet({ month, today, times }) {
  const { place, days } = times;
  const hijris = [...new Set(days.map(({ hijri }) => hijri).filter(Boolean).map(hijriMonth))];
  const head = make("div", "", "sheet-head", make("h2", place.name), make("p", [monthName(month), hijris.join(" – ")].filter(Boolean).join(" · ")));
  const columns = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"].flatMap((prayer) => {
    const hasIqama = days.some((day) => day.iqama?.[prayer] || (prayer === "dhuhr" && isFriday(day) && day.jumuah));
    return hasIqama ? [[prayer, "begins"], [prayer, "iqama"]] : [[prayer, "begins"]];
  });
  const table = make("table", "", "", tableHead(columns), make("tbody", "", "", ...days.map((day) => row(day, columns))));
  table.setAttribute("aria-label", monthName(month));
  const scroll = make("div", "", "scroll", table);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", monthName(month));
  const notes = days.some(({ jumuah }) => jumuah?.length) ? [say("sheet_friday")] : [];
  if (days.some(({ estimated }) => estimated)) notes.push(say("sheet_estimated"));
  if (days.some(({ date }) => date < today)) notes.push(say("sheet_past"));
  return make("section", "", "sheet", head, scroll, ...notes.map((note) => make("p", note, "soft")));
}

function heading(text, scope, span = 1, rows = 1) {
  const cell = make("th", text);
  cell.scope = scope;
  cell.colSpan = span;
  cell.rowSpan = rows;
  return cell;
}

function tableHead(columns) {
  const has = (prayer) => columns.some(([one, kind]) => one === prayer && kind === "iqama");
  const first = make("tr", "", "", heading(say("column_day"), "col", 2, 2), heading(say("column_hijri"), "col", 1, 2));
  const second = make("tr");
  for (const prayer of ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]) {
    first.append(heading(words.prayers[prayer], has(prayer) ? "colgroup" : "col", has(prayer) ? 2 : 1, has(prayer) ? 1 : 2));
    if (has(prayer)) second.append(heading(say("begins"), "col"), heading(words.iqama, "col"));
  }
  return make("thead", "", "", first, second);
}

function row(day, columns) {
  const number = make("th", String(Number(day.date.slice(8))));
  number.scope = "row";
  const cells = columns.map(([prayer, kind]) => make("td", kind === "iqama" ? congregation(day, prayer) : `${clock(day[prayer])}${day.estimated?.[prayer] ? "*" : ""}`, kind));
  const hijri = day.hijri ? Number(day.hijri.slice(8)) : "";
  // The name of a Hijri month stands where it begins.
  const shown = hijri === 1 ? `1 ${words.hijri_months[Number(day.hijri.slice(5, 7)) - 1]}` : String(hijri);
  return make("tr", "", isFriday(day) ? "friday" : "", number, make("td", words.weekdays[weekday(day.date)], "weekday"), make("td", shown), ...cells);
}

/** The iqama; on a Friday the khutbahs. */
function congregation(day, prayer) {
  if (prayer === "dhuhr" && isFriday(day) && day.jumuah?.length) return day.jumuah.map(clock).join(" ");
  return clock(day.iqama?.[prayer]);
}

function phones({ month }, link, again) {
  const file = make("a", say("calendar_file"), "button");
  file.href = `api/calendar.ics?month=${month}&months=12`;
  file.download = "";
  const parts = [make("h2", say("phones")), make("p", say("calendar_file_words"), "soft"), make("p", "", "", file)];
  if (!link) return parts;
  const change = (isOn) => attempt(async () => { await order("calendar/link", { isOn }); await again() });
  parts.push(make("h3", say("subscription")), make("p", say("subscription_words"), "soft"));
  if (!link.path) return [...parts, button(say("link_make"), () => change(true), "plain")];
  const address = new URL(link.path, location.href).href;
  const code = make("p", address, "address");
  code.dir = "ltr";
  const copy = button(say("copy"), () => attempt(async () => { await navigator.clipboard.writeText(address); tell(say("copied")) }), "plain");
  const renew = button(say("link_renew"), () => confirm(say("link_sure")) && change(true), "plain");
  const close = button(say("link_close"), () => confirm(say("link_sure")) && change(false), "danger");
  return [...parts, code, make("div", "", "orders", copy, renew, close)];
}

function site({ today }) {
  const save = button(say("card_save"), () => attempt(async () => {
    const { times } = await ask(`calendar?month=${today.slice(0, 7)}&months=13`);
    const url = URL.createObjectURL(new Blob([cardFile(times, words, say("begins"))], { type: "text/html" }));
    const link = make("a");
    link.href = url;
    link.download = "prayer-times.html";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }), "plain");
  const code = make("pre", '<iframe src="prayer-times.html" title="Prayer times" width="320" height="420" loading="lazy"></iframe>');
  code.dir = "ltr";
  code.tabIndex = 0;
  code.setAttribute("aria-label", say("card_code"));
  return [make("h2", say("card_title")), make("p", say("card_words"), "soft"), save, make("p", say("card_code"), "soft"), code];
}
