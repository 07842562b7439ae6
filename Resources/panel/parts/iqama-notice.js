// The notice of a change: a page to print, and a picture for the group chat. Both are made on the phone.

import { make } from "./dom.js";
import { beginWords, hijriWords, nameOf, timesWords, wholeDay } from "./iqama-words.js";
import { say } from "./words.js";

/** The lines of the notice. */
function linesOf({ mosque, hijri, changes }) {
  return {
    mosque, title: say("iqama_notice_title"), when: beginWords(changes[0]),
    dates: [wholeDay(changes[0].date), hijri && hijriWords(hijri)].filter(Boolean).join(" · "),
    rows: changes.map((change) => {
      const { time, before } = timesWords(change);
      return { name: nameOf(change, changes), time, before: before && say("iqama_instead_of", { time: before }) };
    }),
  };
}

/** Figures of one font beside letters of the other. */
const FAMILY = "Inter, Naskh, system-ui, sans-serif";
const loadFonts = () => Promise.all([document.fonts.load(`20px ${FAMILY}`, "0"), document.fonts.load(`20px ${FAMILY}`, "\u0639")]);

/** Prints the notice alone, on A4. */
export async function printNotice(notice) {
  await loadFonts();
  const { mosque, title, when, dates, rows } = linesOf(notice);
  const list = make("ul", "", "", ...rows.map(({ name, time, before }) => make("li", "", "", make("span", name), make("b", time), make("span", before, "before"))));
  const page = make("article", "", "notice", make("p", mosque, "mosque"), make("h1", title), make("p", when, "when"), list, make("p", dates, "dates"));
  document.body.append(page);
  document.documentElement.classList.add("prints-notice");
  const end = () => { page.remove(); document.documentElement.classList.remove("prints-notice") };
  addEventListener("afterprint", end, { once: true });
  print();
}

const [WIDTH, EDGE] = [1080, 90];

/** Shares the notice as a picture, or saves it where the browser cannot share. */
export async function sharePicture(notice) {
  const blob = await pictureOf(notice);
  const file = new File([blob], `iqama-${notice.changes[0].date}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const link = make("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The notice as a PNG. */
export async function pictureOf(notice) {
  const { mosque, title, when, dates, rows } = linesOf(notice);
  const isRight = document.documentElement.dir === "rtl";
  await loadFonts();
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ground, ink, gold] = [colour("--ground"), colour("--ink"), colour("--gold")];
  const canvas = make("canvas");
  canvas.width = WIDTH;
  const pen = canvas.getContext("2d");
  // Measured first, then drawn.
  const blocks = [
    { text: mosque, size: 44, colour: ink, gap: 60 }, { text: title, size: 40, colour: gold, gap: 50 },
    { text: when, size: 62, colour: ink, gap: 70, bold: true },
    ...rows.flatMap(({ name, time, before }) => [
      { text: `${name}  ${time}`, size: 84, colour: gold, gap: 16, bold: true }, { text: before, size: 44, colour: ink, gap: 56 },
    ]),
    { text: dates, size: 36, colour: ink, gap: 0 },
  ].filter(({ text }) => text);
  const font = ({ size, bold }) => `${bold ? "700 " : ""}${size}px ${FAMILY}`;
  for (const block of blocks) {
    pen.font = font(block);
    block.lines = wrap(pen, block.text, WIDTH - 2 * EDGE);
  }
  const height = (block) => block.lines.length * block.size * 1.4;
  canvas.height = Math.ceil(2 * EDGE + blocks.reduce((sum, block) => sum + height(block) + block.gap, 0));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  Object.assign(pen, { textBaseline: "top", textAlign: isRight ? "right" : "left", direction: isRight ? "rtl" : "ltr" });
  let top = EDGE;
  for (const block of blocks) {
    Object.assign(pen, { font: font(block), fillStyle: block.colour });
    for (const [index, line] of block.lines.entries()) pen.fillText(line, isRight ? WIDTH - EDGE : EDGE, top + index * block.size * 1.4);
    top += height(block) + block.gap;
  }
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** The text in lines that fit. */
function wrap(pen, text, width) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
