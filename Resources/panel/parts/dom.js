// Elements of the page. Every text is set as text, so that no name or message can be markup.

export const byId = (id) => document.getElementById(id);

export function make(tag, text = "", className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...(text === "" ? children : [text, ...children]));
  return element;
}

/** A sentence of the box, which tells it in English. */
export function english(text, className = "", tag = "p") {
  const element = make(tag, text, className);
  element.lang = "en";
  element.dir = "ltr";
  return element;
}

/** Sentences of the box, or lines of its settings. */
export const englishList = (lines) => make("ul", "", "lines", ...lines.map((line) => english(line, "", "li")));

export function button(text, action, className = "") {
  const element = make("button", text, className);
  element.type = "button";
  element.addEventListener("click", async () => {
    element.disabled = true;
    try { await action() } finally { element.disabled = false }
  });
  return element;
}

/** A labelled input. */
export function field(name, label, attributes = {}) {
  const input = make("input");
  input.name = name;
  input.required = true;
  for (const [key, value] of Object.entries(attributes)) input.setAttribute(key, value);
  return make("label", label, "", input);
}

/** A labelled choice of [value, text] pairs. */
export function choice(name, label, pairs) {
  const select = make("select");
  select.name = name;
  for (const [value, text] of pairs) {
    const option = make("option", text);
    option.value = value;
    select.append(option);
  }
  return make("label", label, "", select);
}

/** A form that gives its values to the action. */
export function form(label, fields, action) {
  const submit = make("button", label);
  const element = make("form", "", "", ...fields, submit);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try { await action(Object.fromEntries(new FormData(element))) } finally { submit.disabled = false }
  });
  return element;
}
