import Testing

/// An error in a sample of one format, and the expected message.
struct BrokenShape: Sendable, CustomTestStringConvertible {
    let sample: ShapeSample
    let broken: String
    let with: String
    /// How many of the three days are still used.
    let days: Int
    let says: [String]

    /// - Parameters:
    ///   - broken: a part of the sample; its first occurrence is replaced.
    ///   - with: its replacement.
    init(_ sample: ShapeSample, _ broken: String, _ with: String, days: Int = 2, _ says: String...) {
        (self.sample, self.broken, self.with, self.days, self.says) = (sample, broken, with, days, says)
    }

    var testDescription: String { says.joined(separator: "; ") }

    private static let unknown =
        "this is not a known timetable format: it is neither JSON nor CSV with column names in its first line, "
        + "as in date,fajr,sunrise,dhuhr,asr,maghrib,isha"

    static let alAdhan = [
        BrokenShape(
            .alAdhanMonth,
            "\"data\":[",
            "\"data\":\"Invalid date\",\"x\":[",
            days: 0,
            "line 1: data is \"Invalid date\", but it must be a list of days: [ … ]"
        ),
        BrokenShape(.alAdhanMonth, "\"data\"", "\"message\"", days: 0, unknownKeys),
        BrokenShape(.alAdhanMonth, "\"data\":[", "\"data\":[],\"x\":[", days: 0, "line 1: data has no days"),
        BrokenShape(
            .alAdhanMonth,
            "\"data\":[",
            "\"data\":null,\"x\":[",
            days: 0,
            "line 1: data is null, but it must be a list of days: [ … ]"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"data\":[",
            "\"data\":[],\"data\":[",
            days: 0,
            "line 1: \"data\" is here a second time; keep only the right one"
        ),
        BrokenShape(
            .alAdhanYear,
            "\"1\":[]",
            "\"1\":\"none\"",
            days: 0,
            "line 1: month \"1\" is \"none\", but it must be a list of days: [ … ]"
        ),
        BrokenShape(
            .alAdhanYear,
            "\"1\":[],\"2\":[",
            "\"1\":[]},\"x\":{\"2\":[",
            days: 0,
            "line 1: data has no days"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"timings\"",
            "\"times\"",
            "line 2, 2026-02-02: fajr, sunrise, dhuhr, asr, maghrib and isha are missing; a day that lacks more than one time is not used"
        ),
        BrokenShape(.alAdhanMonth, "\"Asr\"", "\"Asser\"", "line 2, 2026-02-02: asr is missing"),
        BrokenShape(.alAdhanMonth, "\"gregorian\"", "\"julian\"", "line 2: date is missing"),
        BrokenShape(
            .alAdhanMonth,
            "\"02-02-2026\"",
            "\"2026-02-02\"",
            "line 2: date is \"2026-02-02\", but a date is written DD-MM-YYYY"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"02-02-2026\"",
            "\"30-02-2026\"",
            "line 2: date is \"30-02-2026\", but the calendar has no such day; correct it, or leave the day out"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"05:42 (GMT)\"",
            "\"05:42 (GMT\"",
            "line 2, 2026-02-02: fajr is \"05:42 (GMT\", but a time is written HH:MM"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"05:42 (GMT)\"",
            "\"05:42 (in the night)\"",
            "line 2, 2026-02-02: fajr is \"05:42 (in the night)\", but a time is written HH:MM"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"05:42 (GMT)\"",
            "\"05:42 (GMT) 06:00\"",
            "line 2, 2026-02-02: fajr is \"05:42 (GMT) 06:00\", but a time is written HH:MM"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"05:42 (GMT)\"",
            "\"--:-- (GMT)\"",
            "line 2, 2026-02-02: fajr is \"--:-- (GMT)\", but a time is written HH:MM"
        ),
        BrokenShape(
            .alAdhanMonth,
            "\"05:42 (GMT)\"",
            "\"25:42 (GMT)\"",
            "line 2, 2026-02-02: fajr is \"25:42 (GMT)\", but a clock shows 00:00 to 23:59"
        ),
        BrokenShape(
            .alAdhanMonth,
            "{\"timings\"",
            "7,{\"timings\"",
            days: 3,
            "line 2: here is 7, but a day must be an object with \"date\" and its times"
        ),
        BrokenShape(
            .alAdhanMoments,
            "\"2026-02-02T05:42:00+00:00\"",
            "\"05:42\"",
            "line 2, 2026-02-02: some times are moments with date and offset, others are not; write all in the same way"
        ),
        BrokenShape(
            .alAdhanMoments,
            "\"2026-02-02T05:42:00+00:00\"",
            "\"2025-02-02T05:42:00+00:00\"",
            "line 2, 2026-02-02: fajr is \"2025-02-02T05:42:00+00:00\", which is not of this day"
        ),
        BrokenShape(
            .alAdhanMoments,
            "\"2026-02-02T05:42:00+00:00\"",
            "\"2026-02-02T05:42:00\"",
            "line 2, 2026-02-02: fajr is \"2026-02-02T05:42:00\", but a time is written HH:MM"
        ),
        BrokenShape(
            .alAdhanMoments,
            "\"2026-02-02T05:42:00+00:00\"",
            "\"2026-02-30T05:42:00+00:00\"",
            "line 2, 2026-02-02: fajr is \"2026-02-30T05:42:00+00:00\", but a clock shows 00:00 to 23:59"
        ),
    ]
    private static let unknownKeys =
        "the file has none of \"prayerTimes\" (a mosque's year), \"data\" (AlAdhan) and \"times\" (LondonPrayerTimes)"

    static let london = [
        BrokenShape(
            .london,
            "\"times\":{",
            "\"times\":[],\"x\":{",
            days: 0,
            "line 1: times is a list, but it must be an object of days: { … }"
        ),
        BrokenShape(.london, "\"times\":{", "\"times\":{},\"x\":{", days: 0, "line 1: times has no days"),
        BrokenShape(
            .london,
            "\"2026-02-02\":{\"date\":\"2026-02-02\",",
            "\"2 February\":{",
            "line 2: date is \"2 February\", but a date is written YYYY-MM-DD"
        ),
        BrokenShape(
            .london,
            "\"date\":\"2026-02-02\"",
            "\"date\":\"2026-02-05\"",
            "line 2: date is here a second time in the same day; keep only the right one"
        ),
        BrokenShape(.london, "\"magrib\"", "\"maghrb\"", "line 2, 2026-02-02: maghrib is missing"),
        BrokenShape(
            .london,
            "\"magrib\":\"16:52\"",
            "\"magrib\":\"16:52\",\"maghrib\":\"16:53\"",
            "line 3, 2026-02-02: maghrib is here a second time in the same day; keep only the right one"
        ),
        BrokenShape(
            .london,
            "\"2026-02-03\":{\"date\":\"2026-02-03\"",
            "\"2026-02-02\":{\"date\":\"2026-02-02\"",
            days: 1,
            "line 4, 2026-02-02: the day is already on line 2, with other times; neither is used, keep only the "
                + "right one"
        ),
        BrokenShape(
            .london,
            "\"06:30\"",
            "\"05:30\"",
            days: 3,
            "line 4, 2026-02-03: the iqama of fajr is \"05:30\", which is before fajr begins at 05:41"
        ),
        BrokenShape(
            .london,
            "\"06:30\"",
            "\"half past six\"",
            days: 3,
            "line 4, 2026-02-03: the iqama of fajr is \"half past six\", but a time is written HH:MM"
        ),
        BrokenShape(
            .london,
            "\"jummah\":\"12:45\"",
            "\"jummah\":[\"12:45\",[]]",
            days: 3,
            "line 6, 2026-02-03: jumuah is a list, but a time is written HH:MM"
        ),
    ]
    static let list = [
        BrokenShape(.dailyPrayerTime, "\"zuhr_begins\"", "\"zuhr_jamah\"", "line 1, 2026-02-02: dhuhr is missing"),
        BrokenShape(
            .dailyPrayerTime,
            "\"asr_mithl_1\":\"14:27:00\",\"asr_mithl_2\":\"15:03:00\",",
            "",
            "line 1, 2026-02-02: asr is missing"
        ),
        BrokenShape(
            .dailyPrayerTime,
            "\"05:42:00\"",
            "\"05:42:60\"",
            "line 1, 2026-02-02: fajr is \"05:42:60\", but a clock shows 00:00 to 23:59"
        ),
        BrokenShape(.dailyPrayerTime, "\"d_date\"", "\"day\"", "line 1: date is missing"),
        BrokenShape(
            .dailyPrayerTime,
            "\"13:00:00\"",
            "1300",
            days: 3,
            "line 4, 2026-02-03: the iqama of dhuhr is 1300, but a time is written HH:MM"
        ),
        BrokenShape(
            .dailyPrayerTime,
            "\"fajr_jamah\":\"06:30:00\"",
            "\"fajr_jamah\":\"06:30:00\",\"fajr_iqama\":\"06:31:00\"",
            days: 3,
            "line 3, 2026-02-03: the iqama of fajr is here a second time in the same day; keep only the right one"
        ),
    ]
    static let table = [
        BrokenShape(.table, "date,", "day,", days: 0, "line 1: \(unknown)"),
        BrokenShape(
            .table,
            "asr,maghrib,isha,",
            "asser,magrb,isha,",
            days: 0,
            "line 1: the header has no column for asr, maghrib"
        ),
        BrokenShape(
            .table,
            "asr,maghrib,isha,",
            "asr,asr,isha,",
            days: 0,
            "line 1: \"asr\" is here a second time; keep only the right one"
        ),
        BrokenShape(
            .table,
            "date,fajr",
            "date,\"fajr",
            days: 0,
            "line 1: this is not CSV: a quote is opened and never closed"
        ),
        BrokenShape(
            .table,
            "2026-02-03",
            "\"2026-02-03\"x",
            days: 0,
            "line 3: this is not CSV: there is text behind a closing quote"
        ),
        BrokenShape(
            .table,
            "14:28,",
            "14:28,15:05,",
            "line 3, 2026-02-03: the line has 14 columns, but the header has 13; nothing in such a line is used, since "
                + "its times may be under the wrong names"
        ),
        BrokenShape(
            .table,
            "14:28,",
            "",
            "line 3, 2026-02-03: the line has 12 columns, but the header has 13; nothing in such a line is used, since "
                + "its times may be under the wrong names"
        ),
        BrokenShape(
            .table,
            "14:28",
            "14.28",
            "line 3, 2026-02-03: asr is \"14.28\", but a time is written HH:MM"
        ),
        BrokenShape(.table, "14:28", "", "line 3, 2026-02-03: asr is \"\", but a time is written HH:MM"),
        BrokenShape(
            .table,
            "2026-02-03",
            "03/02/2026",
            "line 3: date is \"03/02/2026\", but a date is written YYYY-MM-DD"
        ),
        BrokenShape(
            .table,
            "2026-02-03",
            "2026-02-29",
            "line 3: date is \"2026-02-29\", but the calendar has no such day; correct it, or leave the day out"
        ),
        BrokenShape(
            .table,
            "\n2026-02-02,05:42,07:37,12:20,14:27,16:52,18:41,,,,,,\n",
            "\n2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42,06:30,13:00,15:15,16:59,19:45,12:45\n",
            "line 3, 2026-02-03: the day is already on line 2, with the same times; keep only one"
        ),
        BrokenShape(
            .table,
            "06:30",
            "04:30",
            days: 3,
            "line 3, 2026-02-03: the iqama of fajr is \"04:30\", which is before fajr begins at 05:41"
        ),
        BrokenShape(.table, "date,fajr", "\u{1}", days: 0, "line 1: \(unknown)"),
        BrokenShape(.semicolons, "date;", "", days: 0, "line 1: \(unknown)"),
    ]
}
