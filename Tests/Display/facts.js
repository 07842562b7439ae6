// What a layout is judged by, measured in the page. Answers a list of faults, each a sentence; an empty list is good.
// Text is measured by its ink, not by its line: Arabic and Nastaliq overhang their lines without touching anything.
() => {
  const faults = [], seen = [];
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  const visible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const nameOf = (element) => `${element.id || element.parentElement.id || element.className} "${element.textContent.trim().slice(0, 30)}"`;

  /** The colour as [r, g, b, a], whatever way it is written. */
  function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }
  function luminance([r, g, b]) {
    const linear = [r, g, b].map((value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  }
  /** The colour behind an element, and whether it is the page's own. */
  function groundOf(element) {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return { colour, isPage: at === document.body || at === document.documentElement };
      if (colour[3] !== 0) faults.push(`${nameOf(element)}: a ground that is half transparent cannot be judged`);
    }
    return { colour: [255, 255, 255], isPage: true };
  }

  // The mosque's picture behind the day is faint and under everything: no text keeps clear of it, but each is legible on its darkest
  // and on its lightest part.
  const behind = document.getElementById("behind");
  const faintness = behind && visible(behind) ? Number(getComputedStyle(behind).opacity) : 0;
  const parts = faintness ? [[0, 0, 0], [255, 255, 255]] : [[0, 0, 0]];
  const contrastOf = (colour, { colour: ground, isPage }) => Math.min(...parts.map((part) => {
    const share = isPage ? faintness : 0;
    const mixed = part.map((value, index) => value * share + ground[index] * (1 - share));
    const [light, dark] = [luminance(colour), luminance(mixed)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }));

  /** The ink of a text node, a box a line. */
  function inkOf(node, style) {
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = canvas.measureText(node.data.trim());
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width }) => width > 0).map((box) => {
      const baseline = box.top + text.fontBoundingBoxAscent * (box.height / (text.fontBoundingBoxAscent + text.fontBoundingBoxDescent));
      return { left: box.left, right: box.right, top: baseline - text.actualBoundingBoxAscent, bottom: baseline + text.actualBoundingBoxDescent };
    });
  }

  // Every visible text: inside the screen, and with enough contrast.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || !visible(element)) continue;
    const style = getComputedStyle(element);
    const block = element.closest("p, .name, .arabic-name, .time, li, h1, h2, .clock > span, .beside > span") ?? element;
    for (const box of inkOf(node, style)) {
      seen.push({ ...box, element, block });
      if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) {
        faults.push(`${nameOf(element)}: beyond the screen, ${JSON.stringify([box.left, box.top, box.right, box.bottom].map(Math.round))}`);
      }
    }
    const contrast = contrastOf(rgba(style.color), groundOf(element)), size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 600);
    if (contrast < (isLarge ? 3 : 4.5)) faults.push(`${nameOf(element)}: contrast ${contrast.toFixed(2)} at ${size.toFixed(1)} px`);
    if (/[\u0600-\u06ff]/.test(node.data) && style.letterSpacing !== "normal" && parseFloat(style.letterSpacing) !== 0) {
      faults.push(`${nameOf(element)}: Arabic is letter-spaced by ${style.letterSpacing}`);
    }
    if (size < 9.5) faults.push(`${nameOf(element)}: only ${size.toFixed(1)} px`);
  }
  if (!seen.length) faults.push("nothing is seen");

  // Every other visible picture: whole, and no text on it.
  for (const picture of [...document.images].filter((each) => each !== behind)) {
    const { left, right, top, bottom, width, height } = picture.getBoundingClientRect();
    if (!visible(picture)) continue;
    const name = `the picture ${picture.getAttribute("src")}`;
    if (!picture.naturalWidth || Math.min(width, height) < 16) faults.push(`${name}: is not seen`);
    if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) faults.push(`${name}: beyond the screen`);
    const isFilled = getComputedStyle(picture).objectFit === "contain" || Math.abs(width / height / (picture.naturalWidth / picture.naturalHeight) - 1) < 0.01;
    if (!isFilled) faults.push(`${name}: is drawn out of its proportions`);
    for (const text of seen) {
      if (Math.min(right, text.right) - Math.max(left, text.left) > 1 && Math.min(bottom, text.bottom) - Math.max(top, text.top) > 1) {
        faults.push(`${name}: ${nameOf(text.element)} is on it`);
      }
    }
  }

  // No two texts overlap.
  for (const [index, a] of seen.entries()) for (const b of seen.slice(index + 1)) {
    if (a.block === b.block) continue;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 1 && height > 1) faults.push(`${nameOf(a.element)} and ${nameOf(b.element)} overlap by ${Math.round(width)} × ${Math.round(height)} px`);
  }

  // Nothing scrolls or is cut off.
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) faults.push(`${nameOf(element)}: may scroll`);
    if (element !== document.body && element !== document.documentElement && /hidden|clip/.test(style.overflow) && element.scrollWidth > element.clientWidth) {
      faults.push(`${nameOf(element)}: is cut off`);
    }
    if (style.textOverflow === "ellipsis") faults.push(`${nameOf(element)}: ends in an ellipsis`);
  }
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollWidth} × ${root.scrollHeight}`);
  for (const id of ["rows", "next"]) {
    const element = document.getElementById(id);
    if (visible(element) && element.scrollWidth > element.clientWidth + 1) faults.push(`${id}: wider than its place`);
  }
  for (const id of ["now", "slide", "adhkar-slide"]) {
    const element = document.getElementById(id);
    if (visible(element) && element.scrollHeight > element.clientHeight + 1) faults.push(`${id}: higher than its place`);
  }

  // Reading order: the first column is at the side where the language begins.
  const isBefore = (a, b) => (root.dir === "rtl" ? a.left > b.left : a.left < b.left);
  const box = (selector, within = document) => within.querySelector(selector)?.getBoundingClientRect();
  if (visible(document.getElementById("rows"))) {
    if (root.lang !== "en" && root.dir !== ({ ar: "rtl", ur: "rtl" }[root.lang] ?? "ltr")) faults.push(`${root.lang} runs ${root.dir}`);
    if (innerWidth > innerHeight && root.dataset.scene !== "slides" && !isBefore(box("#now"), box("#times"))) faults.push("the clock is not before the times");
    for (const row of document.querySelectorAll(".row:not(.heads)")) {
      const cells = [...row.querySelectorAll(".name, .arabic-name, .adhan, .iqama")].filter((cell) => visible(cell) && cell.textContent);
      cells.slice(1).forEach((cell, index) => {
        if (!isBefore(cells[index].getBoundingClientRect(), cell.getBoundingClientRect())) faults.push(`${nameOf(cell)}: out of the reading order`);
      });
    }
    const current = document.querySelector(".row.current");
    if (current && getComputedStyle(current, "::before").getPropertyValue(root.dir === "rtl" ? "right" : "left") !== "0px") faults.push("the bar of the current prayer is at the wrong side");
    if (box("#clock").left > box("#second").left) faults.push("the clock does not run left to right");
  }
  for (const face of document.fonts) if (face.status !== "loaded") faults.push(`the font ${face.family} ${face.weight} is ${face.status}`);
  return faults;
}
