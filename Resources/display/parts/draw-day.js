// The day: clock, dates, what comes next, the table.

import { dayAt, hijriAt, nextEvent, wall } from "./plan.js";
import { rowsOf } from "./rows.js";
import { arabic, fill } from "./words.js";
import { byId, askToFit, make, say } from "./dom.js";
import { canShow } from "./slides.js";

export function drawDay(plan, words, now, shown) {
  const today = wall(plan, now);
  say(byId("clock"), words.wallTime(today));
  say(byId("second"), words.figures(String(today.second).padStart(2, "0")));
  say(byId("half"), words.half(today));
  for (const clock of document.querySelectorAll("[data-clock]")) say(clock, words.wallTime(today));

  const hijri = hijriAt(plan, now);
  say(byId("date"), words.date(today));
  say(byId("hijri"), hijri ? words.hijri(hijri) : "");
  say(byId("countdown"), words.countdown(plan.countdown, today.date));
  drawMosque(plan.mosque);
  drawNext(plan, words, now, today);
  drawTable(plan, words, now, today, shown);
}

function drawMosque(mosque) {
  say(byId("mosque"), mosque.name ?? "");
  drawPicture(byId("logo"), mosque.logo);
  drawPicture(byId("behind"), mosque.background);
}

function drawPicture(image, path) {
  image.hidden = !canShow(path);
  if (path && image.getAttribute("src") !== path) image.src = path;
}

function drawNext(plan, words, now, today) {
  const next = nextEvent(plan, now);
  byId("next").hidden = next === null;
  if (next === null) return;
  const time = words.time(plan, next.at);
  const isToday = wall(plan, next.at).date === today.date;
  const label = `${words.texts.next[next.kind]} · ${isToday ? time : fill(words.texts.tomorrow, { time })}`;
  const changed = [
    say(byId("next-label"), label),
    say(byId("next-name"), words.texts.prayers[next.prayer]),
    say(byId("next-arabic"), words.language === "ar" ? "" : arabic().prayers[next.prayer]),
    say(byId("next-in"), words.texts.in),
  ];
  const count = words.left(next.at - now);
  const longer = count.length !== byId("next-count").textContent.length;
  say(byId("next-count"), count);
  if (longer || changed.includes(true)) askToFit();
}

let drawnKey = "";

/** The table is made anew when a row, the language or the scene changed, not every second. */
function drawTable(plan, words, now, today, shown) {
  const day = dayAt(plan, now);
  byId("rows").hidden = day === null;
  byId("no-times").hidden = day !== null;
  say(byId("no-times"), words.texts.no_times);
  if (day === null) return;
  const rows = rowsOf(plan, day, now).map((row) => ({
    ...row,
    adhan: row.adhan === null ? "" : words.time(plan, row.adhan), iqama: row.iqama === null ? "" : words.time(plan, row.iqama),
  }));
  const hasIqama = rows.some(({ iqama }) => iqama !== "");
  const heading = day.date > today.date ? fill(words.texts.tomorrow, { time: words.weekday(day) }) : "";
  const key = JSON.stringify([words.language, plan.look, shown, heading, rows]);
  if (key === drawnKey) return;
  drawnKey = key;

  const table = byId("rows");
  table.className = `rows emphasis-${plan.look.emphasis}`;
  table.classList.toggle("only-arabic", words.language === "ar");
  table.classList.toggle("no-iqama", !hasIqama);
  byId("day").classList.toggle("many", rows.length > 8);
  table.style.setProperty("--rows", rows.length + 1);
  table.replaceChildren(headsOf(words, heading), ...rows.map((row) => elementOf(row, words)));
  askToFit();
}

/** @param heading which day it is, where that is not today. */
function headsOf(words, heading) {
  return make("div", { className: "row heads", role: "row" },
    make("span", { className: "name", role: "columnheader", text: heading }), make("span", { className: "arabic-name" }),
    make("span", { className: "time adhan", role: "columnheader", text: words.texts.adhan }),
    make("span", { className: "time iqama", role: "columnheader", text: words.texts.iqama }));
}

function elementOf(row, words) {
  const classes = ["row", row.quiet && "quiet", row.current && "current"].filter(Boolean).join(" ");
  return make("div", { className: classes, role: "row", "data-prayer": row.name },
    make("span", { className: "name", role: "rowheader" }, `${words.texts.prayers[row.name]}${row.number ? ` ${words.figures(row.number)}` : ""}`,
      ...(row.tomorrow ? [" ", make("small", { text: fill(words.texts.tomorrow, { time: "" }).trim() })] : [])),
    make("span", { className: "arabic-name", lang: "ar", dir: "rtl", role: "cell", text: arabic().prayers[row.name] }),
    make("span", { className: "time adhan", role: "cell" }, make("span", { className: row.estimated ? "estimated" : "", text: row.adhan })),
    make("span", { className: "time iqama", role: "cell", text: row.iqama }));
}
