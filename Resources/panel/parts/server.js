// The requests to the box.

import { sayOr } from "./words.js";

/** How long the box may take for an answer, and for one that takes work or a large upload. */
const PATIENCE = 20_000;
export const SLOW = 120_000;

let token = "";

/** An answer that is no. Its sentence is for the person. */
export class Refused extends Error {
  constructor({ error, words, values, lines }) {
    super(words);
    this.code = error;
    this.sentence = sayOr(`error_${error}`, words, values);
    /** More sentences in English, or lines of the settings. */
    this.lines = lines ?? [];
  }
}

/** The box does not answer, or not to the end. */
export class NoAnswer extends Error {}

async function send(path, options, patience = PATIENCE) {
  const { answer, body } = await receive(`api/${path}`, { ...options, signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Refused(body);
  if (body.token) token = body.token;
  return body;
}

/** The whole answer of the box. */
export async function receive(path, options) {
  try {
    const answer = await fetch(path, options);
    const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
    return { answer, body: isJSON ? await answer.json() : { error: "fault", words: await answer.text() } };
  } catch {
    throw new NoAnswer();
  }
}

/** Sends a file as it is; `patience` in milliseconds. */
export const upload = (path, file, patience = SLOW) => send(path, {
  method: "POST",
  headers: { "Content-Type": "application/octet-stream", "X-Adhand-Token": token },
  body: file,
}, patience);

export const ask = (path) => send(path, {});

export const order = (path, body, patience) => send(path, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-Adhand-Token": token },
  body: JSON.stringify(body),
}, patience);
