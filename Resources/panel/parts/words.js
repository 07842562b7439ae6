// The texts of the page, by language.

import { receive } from "./server.js";

/** The languages that there are, by their own names. */
export const languages = {
  en: "English", ar: "العربية", bn: "বাংলা", de: "Deutsch", fr: "Français", id: "Bahasa Indonesia", sv: "Svenska", tr: "Türkçe", ur: "اردو",
};

let texts = {};
let language = "en";
/** The parts of the page whose texts are loaded; each has a folder. */
const parts = ["frame"];

/** Uses this language, or the one that was chosen before, or the browser's. */
export async function setLanguage(wanted = remembered() ?? navigator.languages?.map((code) => code.slice(0, 2)).find((code) => code in languages)) {
  language = wanted in languages ? wanted : "en";
  const loaded = await Promise.all(parts.map(load));
  texts = Object.assign({}, ...loaded);
  document.documentElement.lang = language;
  document.documentElement.dir = texts.direction;
  try { localStorage.setItem("language", language) } catch { /* A private window keeps nothing. */ }
}

const load = async (part) => (await receive(`texts/${part}/${language}.json`)).body;

/** Loads the texts of a part, once. */
export async function needTexts(part) {
  if (parts.includes(part)) return;
  Object.assign(texts, await load(part));
  parts.push(part);
}

function remembered() {
  try { return localStorage.getItem("language") ?? undefined } catch { return undefined }
}

/** The text of a key, with the values in place of {name}. */
export const say = (key, values = {}) => sayOr(key, key, values);

/** A name or a moment that keeps its own direction within a sentence of the other one. */
export const isolated = (text) => `\u2068${text}\u2069`;

export function sayOr(key, other, values = {}) {
  return (texts[key] ?? other).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}
