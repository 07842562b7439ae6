import Testing

/// An error in the good file for London, and the expected message.
struct BrokenTimetable: Sendable, CustomTestStringConvertible {
    let broken: String
    let with: String
    let says: [String]
    /// How many of the three days are still used.
    let days: Int

    /// - Parameters:
    ///   - broken: a part of the good file, which occurs exactly once.
    ///   - with: its replacement.
    init(_ broken: String, _ with: String, days: Int = 2, _ says: String...) {
        (self.broken, self.with, self.says, self.days) = (broken, with, says, days)
    }

    var testDescription: String { says.joined(separator: "; ") }

    /// Errors in the file as a whole; no day is used.
    static let refused = [
        BrokenTimetable(
            #"{"year": 2026"#,
            #""year": 2026"#,
            days: 0,
            "line 1: this is not a known timetable format: it is neither JSON nor CSV with column names in its first line, "
                + "as in date,fajr,sunrise,dhuhr,asr,maghrib,isha"
        ),
        BrokenTimetable(
            #""sunrise": "07:36","#,
            #""sunrise": "07:36""#,
            days: 0,
            "line 9: this is not JSON: unexpected string literal; expected '}'"
        ),
        BrokenTimetable(
            #""18:44"}"#,
            #""18:44"},"#,
            days: 0,
            "line 16: this is not JSON: unexpected ']'; expected '[', '{', or a literal"
        ),
        BrokenTimetable(
            #""18:44"}\#n ]}"#,
            #""18:44"}"#,
            days: 0,
            "line 15: this is not JSON: unexpected end of input; expected ']'"
        ),
        BrokenTimetable(#""14:28""#, "14:28", days: 0, "line 10: this is not JSON: unexpected ':'; expected '}'"),
        BrokenTimetable(#""14:28""#, "'14:28'", days: 0, "line 10: this is not JSON: invalid literal"),
        BrokenTimetable(
            #""14:28", "jamaah""#,
            #""14:28, "jamaah""#,
            days: 0,
            "line 10: this is not JSON: invalid literal"
        ),
        BrokenTimetable(
            #""jummah": "12:45""#,
            #""jummah": 1e999"#,
            days: 0,
            "line 13: this is not JSON: number overflow parsing '1e999'"
        ),
        BrokenTimetable(
            #""jummah": "12:45""#,
            #""jummah": 12:45"#,
            days: 0,
            "line 13: this is not JSON: unexpected ':'; expected '}'"
        ),
        BrokenTimetable(
            #""sunrise": "07:36","#,
            #""sunrise": "07:\#n36","#,
            days: 0,
            #"line 8: this is not JSON: invalid string: control character U+000A (LF) must be escaped to "#
                + #"\u000A or \n"#
        ),
        BrokenTimetable(
            #""year": 2026, "#,
            "",
            days: 0,
            #"the file has no "year"; a mosque's year needs "year" and "prayerTimes""#
        ),
        BrokenTimetable(
            #""year": 2026"#,
            #""year": "2026""#,
            days: 0,
            #"line 1: year is "2026", but it must be a whole number from 1 to 9999, without quotes"#
        ),
        BrokenTimetable(
            #""year": 2026"#,
            #""year": 2026.5"#,
            days: 0,
            "line 1: year is 2026.5, but it must be a whole number from 1 to 9999, without quotes"
        ),
        BrokenTimetable(
            #""year": 2026"#,
            #""year": 20260"#,
            days: 0,
            "line 1: year is 20260, but it must be a whole number from 1 to 9999, without quotes"
        ),
        BrokenTimetable(
            #""year": 2026"#,
            #""year": null"#,
            days: 0,
            "line 1: year is null, but it must be a whole number from 1 to 9999, without quotes"
        ),
        BrokenTimetable(
            #""year": 2026"#,
            #""year": 2026, "Year": 2027"#,
            days: 0,
            #"line 1: "year" is here a second time; keep only the right one"#
        ),
        BrokenTimetable(
            #""year": 2026"#,
            #""year": 2025"#,
            days: 0,
            "year is 2025, but none of the days is of that year; the first is 2026-02-02: which is right?"
        ),
        BrokenTimetable(
            #""prayerTimes""#,
            #""times""#,
            days: 0,
            #"the file has no "prayerTimes"; a mosque's year needs "year" and "prayerTimes""#
        ),
        BrokenTimetable(
            #""prayerTimes": ["#,
            #""prayerTimes": {}, "days": ["#,
            days: 0,
            "line 2: prayerTimes is an object, but it must be a list of days: [ … ]"
        ),
        BrokenTimetable(
            #""prayerTimes": ["#,
            #""prayerTimes": [], "days": ["#,
            days: 0,
            "line 2: prayerTimes has no days"
        ),
        BrokenTimetable(
            #""prayerTimes": ["#,
            #""prayerTimes": [], "prayerTimes": ["#,
            days: 0,
            #"line 2: "prayerTimes" is here a second time; keep only the right one"#
        ),
    ]
    /// Errors found by the parser.
    static let unread = [
        BrokenTimetable(
            #""16:54""#,
            #""1748""#,
            #"line 11, 2026-02-03: maghrib is "1748", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""25:00""#,
            #"line 11, 2026-02-03: maghrib is "25:00", but a clock shows 00:00 to 23:59"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""16:60""#,
            #"line 11, 2026-02-03: maghrib is "16:60", but a clock shows 00:00 to 23:59"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""6:5""#,
            #"line 11, 2026-02-03: maghrib is "6:5", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""0605""#,
            #"line 11, 2026-02-03: maghrib is "0605", but a time is written HH:MM"#
        ),
        BrokenTimetable(#""16:54""#, #""""#, #"line 11, 2026-02-03: maghrib is "", but a time is written HH:MM"#),
        BrokenTimetable(#""16:54""#, "null", "line 11, 2026-02-03: maghrib is null, but a time is written HH:MM"),
        BrokenTimetable(#""16:54""#, "1654", "line 11, 2026-02-03: maghrib is 1654, but a time is written HH:MM"),
        BrokenTimetable(#""16:54""#, "16.54", "line 11, 2026-02-03: maghrib is 16.54, but a time is written HH:MM"),
        BrokenTimetable(#""16:54""#, "true", "line 11, 2026-02-03: maghrib is true, but a time is written HH:MM"),
        BrokenTimetable(
            #""16:54""#,
            #""4:54 PM""#,
            #"line 11, 2026-02-03: maghrib is "4:54 PM", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""16.54""#,
            #"line 11, 2026-02-03: maghrib is "16.54", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""-1:30""#,
            #"line 11, 2026-02-03: maghrib is "-1:30", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""16:54:60""#,
            #"line 11, 2026-02-03: maghrib is "16:54:60", but a clock shows 00:00 to 23:59"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""24:00""#,
            #"line 11, 2026-02-03: maghrib is "24:00", but a clock shows 00:00 to 23:59"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""１６:５４""#,
            #"line 11, 2026-02-03: maghrib is "１６:５４", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""16:54+00:00""#,
            #"line 11, 2026-02-03: maghrib is "16:54+00:00", but a time is written HH:MM"#
        ),
        BrokenTimetable(
            #"{"adhan": "16:54", "jamaah": "16:59"}"#,
            #"["16:54", "16:59"]"#,
            "line 11, 2026-02-03: maghrib is a list, but a time is written HH:MM"
        ),
        BrokenTimetable(
            #"{"adhan": "16:54", "jamaah": "16:59"}"#,
            #"{"jamaah": "16:59"}"#,
            #"line 11, 2026-02-03: maghrib has no "adhan""#
        ),
        BrokenTimetable(#""sunrise": "07:36",\#n"#, "", "line 5, 2026-02-03: sunrise is missing"),
        BrokenTimetable(#""sunrise": "07:36""#, #""sunset": "07:36""#, "line 5, 2026-02-03: sunrise is missing"),
        BrokenTimetable(
            #""sunrise": "07:36""#,
            #""sunrise": "07:36", "Sunrise": "07:37""#,
            "line 8, 2026-02-03: sunrise is here a second time in the same day; keep only the right one"
        ),
        BrokenTimetable(
            #"{"adhan": "16:54""#,
            #"{"adhan": "16:54", "begins": "16:54""#,
            #"line 11, 2026-02-03: "adhan" of maghrib is here a second time in the same day; keep "#
                + #"only the right one"#
        ),
        BrokenTimetable(
            #""dhuhr": {"adhan": "12:20", "jamaah": "13:00"}"#,
            #""dhuhr": "12:20", "zuhr": "12:20""#,
            "line 9, 2026-02-03: dhuhr is here a second time in the same day; keep only the right one"
        ),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": "2026-2-3""#,
            #"line 6: date is "2026-2-3", but a date is written YYYY-MM-DD"#
        ),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": "03/02/2026""#,
            #"line 6: date is "03/02/2026", but a date is written YYYY-MM-DD"#
        ),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": "2026-02-29""#,
            #"line 6: date is "2026-02-29", but the calendar has no such day; correct it, or leave the day out"#
        ),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": 20260203"#,
            "line 6: date is 20260203, but a date is written YYYY-MM-DD"
        ),
        BrokenTimetable(#""date": "2026-02-03""#, #""day": "2026-02-03""#, "line 5: date is missing"),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": "2025-02-03""#,
            "line 5, 2025-02-03: this is not a day of 2026, the year of the file; is 3 February 2026 meant, which is missing?"
        ),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": "2026-02-03", "date": "2026-02-05""#,
            "line 6: date is here a second time in the same day; keep only the right one"
        ),
        BrokenTimetable(
            #""date": "2026-02-03""#,
            #""date": "2026-02-02""#,
            days: 1,
            "line 5, 2026-02-02: the day is already on line 3, with other times; neither is used, "
                + "keep only the right one"
        ),
        BrokenTimetable(
            #"{"date": "2026-02-04", "#,
            #"7, {"date": "2026-02-04", "#,
            days: 3,
            #"line 14: here is 7, but a day must be an object with "date" and its times"#
        ),
        BrokenTimetable(
            #""14:28""#,
            #""11:28""#,
            days: 3,
            #"line 5, 3 February: Asr 11:28 is 180 min before the first shadow of Asr (14:28), and looks like a typing error for 14:28; 14:28 will be called"#
        ),
        BrokenTimetable(
            #""07:36""#,
            #""13:36""#,
            days: 3,
            #"line 5, 3 February: Sunrise 13:36 is 360 min after sunrise (07:36); 07:36 will be shown"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""06:54""#,
            days: 3,
            #"line 11, 2026-02-03: the iqama of maghrib is "16:59", which is more than 6 hours after maghrib begins at 06:54"#,
            #"line 5, 3 February: Maghrib 06:54 is 600 min before sunset (16:54), and looks like a typing error for 16:54; 16:54 will be called"#
        ),
        BrokenTimetable(
            #""18:42""#,
            #""08:42""#,
            days: 3,
            #"line 12, 2026-02-03: the iqama of isha is "19:45", which is more than 6 hours after isha begins at 08:42"#,
            #"line 5, 3 February: Isha 08:42 is 492 min before sunset (16:54), and looks like a typing error for 18:42; 18:42 will be called"#
        ),
        BrokenTimetable(
            #""05:41""#,
            #""17:41""#,
            days: 3,
            #"line 7, 2026-02-03: the iqama of fajr is "06:30", which is before fajr begins at 17:41"#,
            #"line 5, 3 February: Fajr 17:41 is 605 min after sunrise (07:36), and looks like a typing error for 05:41; 05:41 will be called"#
        ),
        BrokenTimetable(
            #""18:42""#,
            #""16:54""#,
            days: 3,
            #"line 5, 3 February: Isha 16:54 is 0 min after sunset (16:54); 18:42 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #"{"date": "2026-02-04", "fajr": "05:40", "sunrise": "07:34", "dhuhr": "12:20", "asr": "#
                + #""14:29",\#n   "maghrib": "16:55", "isha": "18:44"}"#,
            #"{"date": "2026-02-02", "fajr": "05:42", "sunrise": "07:37", "dhuhr": "12:20", "asr": "#
                + #""14:27",\#n   "maghrib": "16:52", "isha": "18:41"}"#,
            "line 14, 2026-02-02: the day is already on line 3, with the same times; keep only one"
        ),
    ]
    /// Errors found by the check.
    static let distant = [
        BrokenTimetable(
            #""05:41""#,
            #""04:40""#,
            days: 3,
            #"line 5, 3 February: Fajr 04:40 is 48 min before the first dawn (05:28), and looks like a typing error for 05:40; 05:40 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""05:41""#,
            #""06:42""#,
            days: 3,
            #"line 7, 2026-02-03: the iqama of fajr is "06:30", which is before fajr begins at 06:42"#,
            #"line 5, 3 February: Fajr 06:42 looks like a typing error for 05:42; 05:42 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""07:36""#,
            #""07:25""#,
            days: 3
        ),
        BrokenTimetable(
            #""07:36""#,
            #""07:47""#,
            days: 3
        ),
        BrokenTimetable(
            #""dhuhr": {"adhan": "12:20""#,
            #""dhuhr": {"adhan": "12:10""#,
            days: 3,
            #"line 5, 3 February: Dhuhr 12:10 is 4 min before noon (12:14), and looks like a typing error for 12:20; 12:20 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""dhuhr": {"adhan": "12:20""#,
            #""dhuhr": {"adhan": "12:35""#,
            days: 3,
            #"line 5, 3 February: Dhuhr 12:35 does not fit the days beside it; 12:20 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""14:28""#,
            #""13:50""#,
            days: 3,
            #"line 5, 3 February: Asr 13:50 is 38 min before the first shadow of Asr (14:28); 14:28 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""14:28""#,
            #""16:00""#,
            days: 3,
            #"line 10, 2026-02-03: the iqama of asr is "15:15", which is before asr begins at 16:00"#,
            #"line 5, 3 February: Asr 16:00 does not fit the days beside it; 14:28 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""16:50""#,
            days: 3,
            #"line 5, 3 February: Maghrib 16:50 is 4 min before sunset (16:54); 16:53 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""17:15""#,
            days: 3,
            #"line 11, 2026-02-03: the iqama of maghrib is "16:59", which is before maghrib begins at 17:15"#,
            #"line 5, 3 February: Maghrib 17:15 does not fit the days beside it; 16:53 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""18:42""#,
            #""19:43""#,
            days: 3,
            #"line 5, 3 February: Isha 19:43 looks like a typing error for 18:43; 18:43 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""18:42""#,
            #""17:41""#,
            days: 3,
            #"line 5, 3 February: Isha 17:41 looks like a typing error for 18:41; 18:41 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
        BrokenTimetable(
            #""16:54""#,
            #""18:41:30""#,
            days: 3,
            #"line 11, 2026-02-03: the iqama of maghrib is "16:59", which is before maghrib begins at 18:41:30"#,
            #"line 5, 3 February: Maghrib 18:41:30 is 108 min after sunset (16:54); 16:53 will be called. To keep it: accept = ["2026-02-03"]"#
        ),
    ]
}
