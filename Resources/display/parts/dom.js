// The few things that the page does to its elements.

export const byId = (id) => document.getElementById(id);

/** Sets the text of an element, if it changed. Answers whether it did. */
export function say(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** Sets a sentence, of which the words in place of {name} stand in <b>. */
export function sayWith(element, sentence, name, words) {
  const [before, after] = sentence.split(`{${name}}`);
  if (element.textContent === `${before}${words}${after ?? ""}`) return;
  element.replaceChildren(before, make("b", { text: words }), after ?? "");
}

/** Sets a data attribute, if it changed. */
export function put(element, name, value) {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}

export function make(tag, { text = "", className = "", ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...(text === "" ? children : [text]));
  return element;
}

/** The elements whose content must not be cut off, and how small it may become: a factor of --fit. */
const FITTED = { head: 0.6, now: 0.5, rows: 0.55, next: 0.5, foot: 0.6, "call-middle": 0.6, "iqama-middle": 0.6, "phones-middle": 0.6, "setup-middle": 0.4, slide: 0.35, "adhkar-slide": 0.35 };

const cut = new Set();

/** Whether the content of an element is larger than its place, although it is as small as it may be. */
export const isCut = (id) => cut.has(id);

/** Makes the content of an element smaller, as far as it must to fit. Rows and what comes next fit in width only. */
function fit(element) {
  const tall = element.id !== "rows" && element.id !== "next";
  const room = () => Math.min((element.clientWidth + 1) / element.scrollWidth, tall ? (element.clientHeight + 1) / element.scrollHeight : 1);
  element.style.removeProperty("--fit");
  let size = 1;
  while (room() < 1 && size > FITTED[element.id]) {
    // Smaller letters also need fewer lines: in height the root is enough.
    size = Math.max(FITTED[element.id], size * Math.min(0.97, tall ? Math.sqrt(room()) : Math.max(0.8, room())));
    element.style.setProperty("--fit", size);
  }
  if (size <= FITTED[element.id] && room() < 1) cut.add(element.id);
  else cut.delete(element.id);
}

let isDue = false;

/** Asks for a fitting: text changed its length. Measuring costs layouts, so it is done once, at the end of a drawing. */
export function askToFit() { isDue = true }

export function fitIfAsked() {
  if (isDue) fitAll();
}

export function fitAll() {
  isDue = false;
  for (const id of Object.keys(FITTED)) fit(byId(id));
}

/** Fits an element again when its place changes. */
export function keepFitting() {
  const observer = new ResizeObserver((entries) => { for (const { target } of entries) fit(target) });
  for (const id of Object.keys(FITTED)) observer.observe(byId(id));
}
