#!/usr/bin/env python3
"""see_failing.py: break the page in one place at a time, and watch the test of that place fail.

Run:    Tests/Display/see_failing.py [WORD]    only the mutations with the word in them
Exit:   0 every test failed, as it must; 1 one did not, or a mutation no longer fits the code.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "Resources" / "display"

L, S, W = "test_layout.Layout.", "test_survival.Survival.", "test_words.Words."
MUTATIONS = [  # file, what stands there, what breaks it, the test that must fail
    ("page.css", "--u: min(1vw, 1.7778dvh)", "--u: 1.2vw", L + "test_unusual_screens_are_whole_too"),
    ("page.css", "grid-area: now; display: flex", "grid-area: times; display: flex", L + "test_the_day_is_whole_in_every_language"),
    ("page.css", "var(--ink) 68%", "var(--ink) 40%", L + "test_the_colours_of_the_mosque_are_used"),
    ("page.css", ".emphasis-iqama .iqama", ".emphasis-none .iqama", L + "test_the_iqama_is_the_heavier_column_unless_the_mosque_wants_the_adhan"),
    ("page.css", ":root { --fade: 0s }", ":root { --fade: 1s }", L + "test_reduced_motion_is_respected"),
    ("page.css", "\"tnum\", \"case\"", "\"case\"", L + "test_figures_have_one_width"),
    ("page.js", "root.dir = words.texts.direction;", "", L + "test_two_languages_alternate_by_the_box_clock"),
    ("scenes.css", "[data-scene=adhan] #adhan,", "", L + "test_the_scenes_are_those_of_the_plan"),
    ("index.html", "<p class=\"great figures\"", "<p>Asr</p><p class=\"great figures\"", L + "test_until_the_iqama_no_next_prayer_is_shown"),
    ("parts/dom.js", "foot: 0.6, ", "", L + "test_every_other_state_is_whole"),
    ("scenes.css", "[data-scene=waiting] #waiting", "[data-scene=wait] #waiting", L + "test_before_the_first_plan_the_page_says_that_it_waits"),
    ("parts/box-clock.js", "performance.now() / 1000;\n  }\n\n  /** Seconds of the epoch, with", "Date.now() / 1000;\n  }\n\n  /** Seconds of the epoch, with", L + "test_every_state_is_whole_at_every_size_in_the_languages_that_are_shot"),
    ("parts/draw-foot.js", "states.push(since(\"away\", daemon.since))", "states.push()", S + "test_the_daemon_restarted"),
    ("parts/stream.js", "if (source === this.#source) this.#later() };", "};", S + "test_a_box_that_refuses_is_asked_again_for_ever_and_not_in_a_rush"),
    ("parts/draw-foot.js", "states.push(since(\"lost\", lostSince))", "states.push()", S + "test_the_network_gone_for_an_hour"),
    ("parts/plan.js", "plan.scenes.findLast((", "[].findLast((", S + "test_the_adhan_is_shown_while_the_server_is_gone"),
    ("parts/stream.js", "Math.min(this.#wait * 2, LONGEST_WAIT)", "this.#wait", S + "test_a_box_that_refuses_is_asked_again_for_ever_and_not_in_a_rush"),
    ("parts/stream.js", "setInterval(() => this.#watch(), 5000);", "", S + "test_a_server_that_hangs_is_given_up_and_found_again"),
    ("page.js", "if (message.version && message.version !== version) reload(message.version);", "", S + "test_the_page_reloads_itself_when_the_version_changes"),
    ("page.js", "if (message.version && message.version !== version) reload(message.version);", "", S + "test_a_plan_of_another_version_that_cannot_be_read_loads_the_page_again"),
    ("page.js", "if (sessionStorage.getItem(RELOADED) === wanted) return;", "", S + "test_a_page_that_stays_the_old_one_is_loaded_again_once"),
    ("page.js", "dataset.version ?? null", "dataset.none ?? null", S + "test_a_page_that_stays_the_old_one_is_loaded_again_once"),
    ("page.js", "if (message.version && message.version !== version) reload(message.version);", "", S + "test_changed_files_of_the_page_load_it_again"),
    ("page.js", "if (connection === newest.connection && message.order < newest.order) return;", "", S + "test_an_older_plan_that_comes_later_is_not_drawn"),
    ("page.js", "connection === newest.connection && ", "", S + "test_an_older_plan_that_comes_later_is_not_drawn"),
    ("page.js", ", cut: tooLong()", "", S + "test_a_text_that_is_too_long_and_a_logo_that_is_broken_are_told"),
    ("parts/slides.js", "return !loaded.get(path).isBroken;", "return true;", S + "test_a_text_that_is_too_long_and_a_logo_that_is_broken_are_told"),
    ("parts/dom.js", "else cut.delete(element.id);", "", S + "test_a_text_that_is_too_long_and_a_logo_that_is_broken_are_told"),
    ("page.css", ".foot #countdown:empty { display: none }", "", L + "test_without_a_countdown_the_notes_begin_where_the_foot_does"),
    ("page.css", ".count, .great.figures)", ".count, .great)", L + "test_every_other_state_is_whole"),
    ("parts/plan.js", "if (!Number.isFinite(message.now) || !message.zone.length) throw new Error(\"a plan without now or zone\");", "message.days ??= [];", S + "test_a_plan_that_is_none_leaves_the_last_one"),
    ("page.js", "drawn: state.drawn", "drawn: 0", S + "test_the_heart_beats_and_a_page_that_stops_drawing_is_seen"),
    ("page.js", "clock: (message) => clock.set(message.now),", "clock: () => {},", S + "test_the_box_clock_is_followed_when_it_steps"),
    ("parts/plan.js", "day.date <= date :", "day.date < date :", S + "test_midnight"),
    ("parts/draw-day.js", "day.date > today.date ?", "false ?", S + "test_tomorrow_is_shown_once_isha_has_been_prayed"),
    ("parts/plan.js", "turns <= now", "turns <= now + 600", S + "test_each_row_turns_to_tomorrow_once_its_prayer_is_over"),
    ("parts/plan.js", "fajr: [\"imsak\"], sunrise: [\"eid\"], dhuhr: [\"jumuah\"]", "", S + "test_rows_that_have_turned_are_in_their_order_where_the_days_differ"),
    ("parts/rows.js", "&& wall(plan, at).date > wall(plan, now).date", "", S + "test_rows_that_have_turned_are_in_their_order_where_the_days_differ"),
    ("parts/draw-foot.js", "coming?.jumuah === dayAt(plan, now)?.jumuah", "coming === dayAt(plan, now)", S + "test_rows_that_have_turned_are_in_their_order_where_the_days_differ"),
    ("parts/plan.js", "look.until_sunrise &&", "", S + "test_after_fajr_the_page_counts_down_to_sunrise_where_the_mosque_wants_that"),
    ("page.css", "max(.52em, 9.6px)", ".52em", L + "test_every_other_state_is_whole"),
    ("parts/plan.js", "day.hijri_evening) ||", "null) ||", S + "test_the_hijri_date_turns_at_maghrib"),
    ("parts/plan.js", "plan.zone.findLast(({ from }) => from <= instant) ?? ", "", S + "test_the_clocks_go_forward"),
    ("parts/plan.js", "plan.zone.findLast(({ from }) => from <= instant) ?? ", "", S + "test_the_clocks_go_back"),
    ("parts/civil.js", "year: date.getUTCFullYear()", "year: 2026", S + "test_the_end_of_the_year"),
    ("parts/plan.js", "return isPast && day === plan.days.at(-1) ? null : day ?? null;", "return day ?? null;", S + "test_the_plan_runs_out_and_the_page_says_so"),
    ("parts/plan.js", "(now - from) % every < length", "true", S + "test_slides_come_for_two_minutes_of_every_ten_and_each_has_its_turn"),
    ("parts/slides.js", "Math.floor(seconds / every) * length + seconds % every", "seconds", S + "test_slides_come_for_two_minutes_of_every_ten_and_each_has_its_turn"),
    ("parts/slides.js", "if (place.firstElementChild === element) return;", "if (place.firstElementChild) return;", S + "test_a_changed_file_changes_the_page_at_once_and_without_a_reload"),
    ("page.js", ", loadSlides(plan)]", "]", S + "test_a_changed_file_changes_the_page_at_once_and_without_a_reload"),
    ("page.js", ", loadSlides(plan)]", "]", S + "test_slides_and_adhkar_are_there_while_the_server_is_gone"),
    ("parts/plan.js", "return spans == null ||", "return true ||", S + "test_a_slide_shows_on_its_days_only"),
    ("parts/slides.js", "\"after-prayer\": \"adhkar\" }", "\"after-prayer\": \"slides\" }", S + "test_the_adhkar_are_shown_after_the_prayer"),
    ("parts/slides.js", "await picture.decode();", "", S + "test_a_picture_that_cannot_be_decoded_leaves_the_day"),
    ("parts/slides.js", ".catch(() => picture.remove())", "", S + "test_a_picture_that_cannot_be_decoded_leaves_the_day"),
    ("parts/slides.js", "loaded.delete(path);", "void path;", S + "test_seven_days_without_growth"),
    ("scenes.css", ".slide { clip-path", ".none { clip-path", L + "test_a_text_that_is_too_long_leaves_the_times_in_view"),
    ("scenes.css", "align-self: safe center; overflow-wrap", "align-self: center; overflow-wrap", L + "test_a_text_that_is_too_long_leaves_the_times_in_view"),
    ("scenes.css", "height: 100%; object-fit: contain", "height: 100%", L + "test_every_other_state_is_whole"),
    ("scenes.css", "max-height: calc(8 * var(--size))", "max-height: none", L + "test_every_other_state_is_whole"),
    ("scenes.css", "#adhkar { padding: calc(9 * var(--u))", "#adhkar { padding: 0", L + "test_every_state_is_whole_at_every_size_in_the_languages_that_are_shot"),
    ("page.css", ".mosque img { height: calc(4.4", ".mosque img { height: calc(44", L + "test_every_other_state_is_whole"),
    ("parts/draw-foot.js", "const { plan } = state;", "const { plan } = state;\n  (globalThis.kept ??= []).push({ now, plan: { ...plan } });", S + "test_seven_days_without_growth"),
    ("texts/tr.json", "\"Cuma hutbesi\"", "\"\"", W + "test_each_language_has_every_text_and_none_is_empty"),
    ("texts/sv.json", "om {n} dagar", "om {n} ๑dagar", W + "test_the_fonts_have_every_letter"),
    ("texts/fr.json", "\"demain {time}\"", "\"demain\"", W + "test_each_language_names_the_same_values_in_its_sentences"),
]


def main(word):
    survivors = 0
    for file, stands, broken, test in MUTATIONS:
        if word not in f"{file} {stands} {test}":
            continue
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "display"
            shutil.copytree(PAGE, page)
            text = (page / file).read_text()
            fits = text.count(stands) >= 1
            (page / file).write_text(text.replace(stands, broken, 1))
            run = subprocess.run([sys.executable, "-m", "unittest", "--failfast", test], cwd=HERE, capture_output=True, text=True,
                                 env={**os.environ, "DISPLAY_PAGE": str(page)})
        good = fits and run.returncode == 1 and ("FAIL:" in run.stderr or "ERROR:" in run.stderr)
        survivors += not good
        print(f"{'failed, as it must' if good else 'DOES NOT FIT' if not fits else 'SURVIVED'}  {test}  {file}: {stands[:50]!r}", flush=True)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
