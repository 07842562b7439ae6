// A card of today's times for the mosque's web site: one HTML file with a year of times in it, which asks no server.

const CALLED = ["fajr", "dhuhr", "asr", "maghrib", "isha"];

const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
const clock = (moment) => moment?.slice(11, 16) ?? "";

/** Data within a script: no text in it can end the script. */
const data = (value) => JSON.stringify(value).replace(/[<\u2028\u2029]/g, (letter) => `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}`);

/** The times that the card shows, by date: for each prayer when it begins, and its iqama. */
function short({ days }) {
  return Object.fromEntries(days.map((day) => {
    const isFriday = new Date(`${day.date}T00:00:00Z`).getUTCDay() === 5;
    const rows = CALLED.map((prayer) => [clock(day[prayer]), isFriday && prayer === "dhuhr" && day.jumuah ? day.jumuah.map(clock).join(" ") : clock(day.iqama?.[prayer])]);
    return [day.date, { hijri: day.hijri ?? "", rows }];
  }));
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1rem; max-width: 22rem }
h1 { font-size: 1.1rem; margin: 0 }
p { margin: .2rem 0 .6rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { text-align: start; font-weight: 400 }
td { text-align: end }
thead th:not(:first-child) { text-align: end }
th, td { padding: .3rem .2rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) }`;

/** It runs in the file, without this module. */
function run() {
  const { zone, days, words } = JSON.parse(document.getElementById("times").textContent);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  function show() {
    const date = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date());
    const day = days[date];
    const [year, month, number] = date.split("-").map(Number);
    const weekday = words.weekdays[(new Date(date + "T00:00:00Z").getUTCDay() + 6) % 7];
    document.getElementById("date").textContent = fill(words.date, { weekday, day: number, month: words.months[month - 1], year });
    document.getElementById("hijri").textContent = "";
    document.getElementById("table").hidden = !day;
    document.getElementById("over").hidden = Boolean(day);
    if (!day) return;
    if (day.hijri) {
      const [hijriYear, hijriMonth, hijriDay] = day.hijri.split("-").map(Number);
      document.getElementById("hijri").textContent = fill(words.hijri, { day: hijriDay, month: words.hijri_months[hijriMonth - 1], year: hijriYear });
    }
    day.rows.forEach(([begins, iqama], index) => {
      const cells = document.getElementById("table").tBodies[0].rows[index].cells;
      cells[1].textContent = begins;
      cells[2].textContent = iqama;
    });
  }
  show();
  setInterval(show, 60000);
}

/** The file's text. */
export function cardFile(times, words, begins) {
  const { place } = times;
  const rows = CALLED.map((prayer) => `<tr><th scope="row">${escaped(words.prayers[prayer])}</th><td></td><td></td></tr>`).join("\n");
  const facts = { zone: place.timezone, days: short(times), words: { weekdays: words.weekdays, months: words.months, hijri_months: words.hijri_months, date: words.date, hijri: words.hijri } };
  return `<!doctype html>
<html lang="${escaped(words.language)}" dir="${escaped(words.direction ?? "ltr")}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(place.name)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(place.name)}</h1>
<p><span id="date"></span><br><span id="hijri"></span></p>
<p id="over" hidden>${escaped(words.no_times ?? "–")}</p>
<table id="table">
<thead><tr><td></td><th scope="col">${escaped(begins)}</th><th scope="col">${escaped(words.iqama)}</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</main>
<script type="application/json" id="times">${data(facts)}</script>
<script>(${run})()</script>
</html>
`;
}
