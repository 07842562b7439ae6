import AdhanCore
import Foundation
import Testing

/// A mistake in a sample of a timetable. Its row: the sample, a part of it, what stands there instead (`\n` ends a line), the days of
/// three that are still used, and what is said: `&` parts two sentences, and `-` is nothing.
struct BrokenTimetable: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let days: Int
    let says: [String]
    let testDescription: String

    static func rows(_ table: String) -> [BrokenTimetable] {
        TextRow.rows(table).compactMap { row in
            func text(_ cell: Int) -> String { row[cell].replacing("\\n", with: "\n") }
            guard let good = ShapeSample(rawValue: row[0])?.text, let place = good.range(of: text(1)) else {
                return nil
            }
            return BrokenTimetable(
                bytes: Array(good.replacingCharacters(in: place, with: text(2)).utf8),
                days: Int(row[3]) ?? -1,
                says: row[4] == "-" ? [] : row[4].split(separator: " & ").map { String($0) },
                testDescription: row.testDescription
            )
        }
    }

    private static let unknown =
        "this is not a known timetable format: it is neither JSON nor CSV with column names in its first line, "
        + "as in date,fajr,sunrise,dhuhr,asr,maghrib,isha"
    private static let unknownKeys =
        "the file has none of \"prayerTimes\" (a mosque's year), \"data\" (AlAdhan) and \"times\" (LondonPrayerTimes)"

    static let formats = rows(
        #"""
        alAdhanMonth | "data":[ | "data":"Invalid date","x":[ | 0 | line 1: data is "Invalid date", but it must be a list of days: [ … ]
        alAdhanMonth | "data" | "message" | 0 | \#(unknownKeys)
        alAdhanMonth | "data":[ | "data":[],"x":[ | 0 | line 1: data has no days
        alAdhanMonth | "data":[ | "data":null,"x":[ | 0 | line 1: data is null, but it must be a list of days: [ … ]
        alAdhanMonth | "data":[ | "data":[],"data":[ | 0 | line 1: "data" is here a second time; keep only the right one
        alAdhanYear | "1":[] | "1":"none" | 0 | line 1: month "1" is "none", but it must be a list of days: [ … ]
        alAdhanYear | "1":[],"2":[ | "1":[]},"x":{"2":[ | 0 | line 1: data has no days
        alAdhanMonth | "timings" | "times" | 2 | line 2, 2026-02-02: fajr, sunrise, dhuhr, asr, maghrib and isha are missing; a day that lacks more than one time is not used
        alAdhanMonth | "Asr" | "Asser" | 2 | line 2, 2026-02-02: asr is missing
        alAdhanMonth | "gregorian" | "julian" | 2 | line 2: date is missing
        alAdhanMonth | "02-02-2026" | "2026-02-02" | 2 | line 2: date is "2026-02-02", but a date is written DD-MM-YYYY
        alAdhanMonth | "02-02-2026" | "30-02-2026" | 2 | line 2: date is "30-02-2026", but the calendar has no such day; correct it, or leave the day out
        alAdhanMonth | "05:42 (GMT)" | "05:42 (GMT" | 2 | line 2, 2026-02-02: fajr is "05:42 (GMT", but a time is written HH:MM
        alAdhanMonth | "05:42 (GMT)" | "05:42 (in the night)" | 2 | line 2, 2026-02-02: fajr is "05:42 (in the night)", but a time is written HH:MM
        alAdhanMonth | "05:42 (GMT)" | "05:42 (GMT) 06:00" | 2 | line 2, 2026-02-02: fajr is "05:42 (GMT) 06:00", but a time is written HH:MM
        alAdhanMonth | "05:42 (GMT)" | "--:-- (GMT)" | 2 | line 2, 2026-02-02: fajr is "--:-- (GMT)", but a time is written HH:MM
        alAdhanMonth | "05:42 (GMT)" | "25:42 (GMT)" | 2 | line 2, 2026-02-02: fajr is "25:42 (GMT)", but a clock shows 00:00 to 23:59
        alAdhanMonth | {"timings" | 7,{"timings" | 3 | line 2: here is 7, but a day must be an object with "date" and its times
        alAdhanMoments | "2026-02-02T05:42:00+00:00" | "05:42" | 2 | line 2, 2026-02-02: some times are moments with date and offset, others are not; write all in the same way
        alAdhanMoments | "2026-02-02T05:42:00+00:00" | "2025-02-02T05:42:00+00:00" | 2 | line 2, 2026-02-02: fajr is "2025-02-02T05:42:00+00:00", which is not of this day
        alAdhanMoments | "2026-02-02T05:42:00+00:00" | "2026-02-02T05:42:00" | 2 | line 2, 2026-02-02: fajr is "2026-02-02T05:42:00", but a time is written HH:MM
        alAdhanMoments | "2026-02-02T05:42:00+00:00" | "2026-02-30T05:42:00+00:00" | 2 | line 2, 2026-02-02: fajr is "2026-02-30T05:42:00+00:00", but a clock shows 00:00 to 23:59
        london | "times":{ | "times":[],"x":{ | 0 | line 1: times is a list, but it must be an object of days: { … }
        london | "times":{ | "times":{},"x":{ | 0 | line 1: times has no days
        london | "2026-02-02":{"date":"2026-02-02", | "2 February":{ | 2 | line 2: date is "2 February", but a date is written YYYY-MM-DD
        london | "date":"2026-02-02" | "date":"2026-02-05" | 2 | line 2: date is here a second time in the same day; keep only the right one
        london | "magrib" | "maghrb" | 2 | line 2, 2026-02-02: maghrib is missing
        london | "magrib":"16:52" | "magrib":"16:52","maghrib":"16:53" | 2 | line 3, 2026-02-02: maghrib is here a second time in the same day; keep only the right one
        london | "2026-02-03":{"date":"2026-02-03" | "2026-02-02":{"date":"2026-02-02" | 1 | line 4, 2026-02-02: the day is already on line 2, with other times; neither is used, keep only the right one
        london | "06:30" | "05:30" | 3 | line 4, 2026-02-03: the iqama of fajr is "05:30", which is before fajr begins at 05:41
        london | "06:30" | "half past six" | 3 | line 4, 2026-02-03: the iqama of fajr is "half past six", but a time is written HH:MM
        london | "jummah":"12:45" | "jummah":["12:45",[]] | 3 | line 6, 2026-02-03: jumuah is a list, but a time is written HH:MM
        dailyPrayerTime | "zuhr_begins" | "zuhr_jamah" | 2 | line 1, 2026-02-02: dhuhr is missing
        dailyPrayerTime | "asr_mithl_1":"14:27:00","asr_mithl_2":"15:03:00", |  | 2 | line 1, 2026-02-02: asr is missing
        dailyPrayerTime | "05:42:00" | "05:42:60" | 2 | line 1, 2026-02-02: fajr is "05:42:60", but a clock shows 00:00 to 23:59
        dailyPrayerTime | "d_date" | "day" | 2 | line 1: date is missing
        dailyPrayerTime | "13:00:00" | 1300 | 3 | line 4, 2026-02-03: the iqama of dhuhr is 1300, but a time is written HH:MM
        dailyPrayerTime | "fajr_jamah":"06:30:00" | "fajr_jamah":"06:30:00","fajr_iqama":"06:31:00" | 3 | line 3, 2026-02-03: the iqama of fajr is here a second time in the same day; keep only the right one
        table | date, | day, | 0 | line 1: \#(unknown)
        table | asr,maghrib,isha, | asser,magrb,isha, | 0 | line 1: the header has no column for asr, maghrib
        table | asr,maghrib,isha, | asr,asr,isha, | 0 | line 1: "asr" is here a second time; keep only the right one
        table | date,fajr | date,"fajr | 0 | line 1: this is not CSV: a quote is opened and never closed
        table | 2026-02-03 | "2026-02-03"x | 0 | line 3: this is not CSV: there is text behind a closing quote
        table | 14:28, | 14:28,15:05, | 2 | line 3, 2026-02-03: the line has 14 columns, but the header has 13; nothing in such a line is used, since its times may be under the wrong names
        table | 14:28, |  | 2 | line 3, 2026-02-03: the line has 12 columns, but the header has 13; nothing in such a line is used, since its times may be under the wrong names
        table | 14:28 | 14.28 | 2 | line 3, 2026-02-03: asr is "14.28", but a time is written HH:MM
        table | 14:28 |  | 2 | line 3, 2026-02-03: asr is "", but a time is written HH:MM
        table | 2026-02-03 | 03/02/2026 | 2 | line 3: date is "03/02/2026", but a date is written YYYY-MM-DD
        table | 2026-02-03 | 2026-02-29 | 2 | line 3: date is "2026-02-29", but the calendar has no such day; correct it, or leave the day out
        table | \n2026-02-02,05:42,07:37,12:20,14:27,16:52,18:41,,,,,,\n | \n2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42,06:30,13:00,15:15,16:59,19:45,12:45\n | 2 | line 3, 2026-02-03: the day is already on line 2, with the same times; keep only one
        table | 06:30 | 04:30 | 3 | line 3, 2026-02-03: the iqama of fajr is "04:30", which is before fajr begins at 05:41
        table | date,fajr | \#("\u{1}") | 0 | line 1: \#(unknown)
        semicolons | date; |  | 0 | line 1: \#(unknown)
        """#
    )

    /// Mistakes in a mosque's year for London.
    static let years = rows(
        #"""
        mosqueYear | {"year": 2026 | "year": 2026 | 0 | line 1: \#(unknown)
        mosqueYear | "sunrise": "07:36", | "sunrise": "07:36" | 0 | line 9: this is not JSON: unexpected string literal; expected '}'
        mosqueYear | "18:44"} | "18:44"}, | 0 | line 16: this is not JSON: unexpected ']'; expected '[', '{', or a literal
        mosqueYear | "18:44"}\n ]} | "18:44"} | 0 | line 15: this is not JSON: unexpected end of input; expected ']'
        mosqueYear | "14:28" | 14:28 | 0 | line 10: this is not JSON: unexpected ':'; expected '}'
        mosqueYear | "14:28" | '14:28' | 0 | line 10: this is not JSON: invalid literal
        mosqueYear | "14:28", "jamaah" | "14:28, "jamaah" | 0 | line 10: this is not JSON: invalid literal
        mosqueYear | "jummah": "12:45" | "jummah": 1e999 | 0 | line 13: this is not JSON: number overflow parsing '1e999'
        mosqueYear | "jummah": "12:45" | "jummah": 12:45 | 0 | line 13: this is not JSON: unexpected ':'; expected '}'
        mosqueYear | "sunrise": "07:36", | "sunrise": "07:\n36", | 0 | line 8: this is not JSON: invalid string: control character U+000A (LF) must be escaped to \u000A or \n
        mosqueYear | "year": 2026,  |  | 0 | the file has no "year"; a mosque's year needs "year" and "prayerTimes"
        mosqueYear | "year": 2026 | "year": "2026" | 0 | line 1: year is "2026", but it must be a whole number from 1 to 9999, without quotes
        mosqueYear | "year": 2026 | "year": 2026.5 | 0 | line 1: year is 2026.5, but it must be a whole number from 1 to 9999, without quotes
        mosqueYear | "year": 2026 | "year": 20260 | 0 | line 1: year is 20260, but it must be a whole number from 1 to 9999, without quotes
        mosqueYear | "year": 2026 | "year": null | 0 | line 1: year is null, but it must be a whole number from 1 to 9999, without quotes
        mosqueYear | "year": 2026 | "year": 2026, "Year": 2027 | 0 | line 1: "year" is here a second time; keep only the right one
        mosqueYear | "year": 2026 | "year": 2025 | 0 | year is 2025, but none of the days is of that year; the first is 2026-02-02: which is right?
        mosqueYear | "prayerTimes" | "times" | 0 | the file has no "prayerTimes"; a mosque's year needs "year" and "prayerTimes"
        mosqueYear | "prayerTimes": [ | "prayerTimes": {}, "days": [ | 0 | line 2: prayerTimes is an object, but it must be a list of days: [ … ]
        mosqueYear | "prayerTimes": [ | "prayerTimes": [], "days": [ | 0 | line 2: prayerTimes has no days
        mosqueYear | "prayerTimes": [ | "prayerTimes": [], "prayerTimes": [ | 0 | line 2: "prayerTimes" is here a second time; keep only the right one
        mosqueYear | "16:54" | "1748" | 2 | line 11, 2026-02-03: maghrib is "1748", but a time is written HH:MM
        mosqueYear | "16:54" | "25:00" | 2 | line 11, 2026-02-03: maghrib is "25:00", but a clock shows 00:00 to 23:59
        mosqueYear | "16:54" | "16:60" | 2 | line 11, 2026-02-03: maghrib is "16:60", but a clock shows 00:00 to 23:59
        mosqueYear | "16:54" | "6:5" | 2 | line 11, 2026-02-03: maghrib is "6:5", but a time is written HH:MM
        mosqueYear | "16:54" | "0605" | 2 | line 11, 2026-02-03: maghrib is "0605", but a time is written HH:MM
        mosqueYear | "16:54" | "" | 2 | line 11, 2026-02-03: maghrib is "", but a time is written HH:MM
        mosqueYear | "16:54" | null | 2 | line 11, 2026-02-03: maghrib is null, but a time is written HH:MM
        mosqueYear | "16:54" | 1654 | 2 | line 11, 2026-02-03: maghrib is 1654, but a time is written HH:MM
        mosqueYear | "16:54" | 16.54 | 2 | line 11, 2026-02-03: maghrib is 16.54, but a time is written HH:MM
        mosqueYear | "16:54" | true | 2 | line 11, 2026-02-03: maghrib is true, but a time is written HH:MM
        mosqueYear | "16:54" | "4:54 PM" | 2 | line 11, 2026-02-03: maghrib is "4:54 PM", but a time is written HH:MM
        mosqueYear | "16:54" | "16.54" | 2 | line 11, 2026-02-03: maghrib is "16.54", but a time is written HH:MM
        mosqueYear | "16:54" | "-1:30" | 2 | line 11, 2026-02-03: maghrib is "-1:30", but a time is written HH:MM
        mosqueYear | "16:54" | "16:54:60" | 2 | line 11, 2026-02-03: maghrib is "16:54:60", but a clock shows 00:00 to 23:59
        mosqueYear | "16:54" | "24:00" | 2 | line 11, 2026-02-03: maghrib is "24:00", but a clock shows 00:00 to 23:59
        mosqueYear | "16:54" | "１６:５４" | 2 | line 11, 2026-02-03: maghrib is "１６:５４", but a time is written HH:MM
        mosqueYear | "16:54" | "16:54+00:00" | 2 | line 11, 2026-02-03: maghrib is "16:54+00:00", but a time is written HH:MM
        mosqueYear | {"adhan": "16:54", "jamaah": "16:59"} | ["16:54", "16:59"] | 2 | line 11, 2026-02-03: maghrib is a list, but a time is written HH:MM
        mosqueYear | {"adhan": "16:54", "jamaah": "16:59"} | {"jamaah": "16:59"} | 2 | line 11, 2026-02-03: maghrib has no "adhan"
        mosqueYear | "sunrise": "07:36",\n |  | 2 | line 5, 2026-02-03: sunrise is missing
        mosqueYear | "sunrise": "07:36" | "sunset": "07:36" | 2 | line 5, 2026-02-03: sunrise is missing
        mosqueYear | "sunrise": "07:36" | "sunrise": "07:36", "Sunrise": "07:37" | 2 | line 8, 2026-02-03: sunrise is here a second time in the same day; keep only the right one
        mosqueYear | {"adhan": "16:54" | {"adhan": "16:54", "begins": "16:54" | 2 | line 11, 2026-02-03: "adhan" of maghrib is here a second time in the same day; keep only the right one
        mosqueYear | "dhuhr": {"adhan": "12:20", "jamaah": "13:00"} | "dhuhr": "12:20", "zuhr": "12:20" | 2 | line 9, 2026-02-03: dhuhr is here a second time in the same day; keep only the right one
        mosqueYear | "date": "2026-02-03" | "date": "2026-2-3" | 2 | line 6: date is "2026-2-3", but a date is written YYYY-MM-DD
        mosqueYear | "date": "2026-02-03" | "date": "03/02/2026" | 2 | line 6: date is "03/02/2026", but a date is written YYYY-MM-DD
        mosqueYear | "date": "2026-02-03" | "date": "2026-02-29" | 2 | line 6: date is "2026-02-29", but the calendar has no such day; correct it, or leave the day out
        mosqueYear | "date": "2026-02-03" | "date": 20260203 | 2 | line 6: date is 20260203, but a date is written YYYY-MM-DD
        mosqueYear | "date": "2026-02-03" | "day": "2026-02-03" | 2 | line 5: date is missing
        mosqueYear | "date": "2026-02-03" | "date": "2025-02-03" | 2 | line 5, 2025-02-03: this is not a day of 2026, the year of the file; is 3 February 2026 meant, which is missing?
        mosqueYear | "date": "2026-02-03" | "date": "2026-02-03", "date": "2026-02-05" | 2 | line 6: date is here a second time in the same day; keep only the right one
        mosqueYear | "date": "2026-02-03" | "date": "2026-02-02" | 1 | line 5, 2026-02-02: the day is already on line 3, with other times; neither is used, keep only the right one
        mosqueYear | {"date": "2026-02-04",  | 7, {"date": "2026-02-04",  | 3 | line 14: here is 7, but a day must be an object with "date" and its times
        mosqueYear | "14:28" | "11:28" | 3 | line 5, 3 February: Asr 11:28 is 180 min before the first shadow of Asr (14:28), and looks like a typing error for 14:28; 14:28 will be called
        mosqueYear | "07:36" | "13:36" | 3 | line 5, 3 February: Sunrise 13:36 is 360 min after sunrise (07:36); 07:36 will be shown
        mosqueYear | "16:54" | "06:54" | 3 | line 11, 2026-02-03: the iqama of maghrib is "16:59", which is more than 6 hours after maghrib begins at 06:54 & line 5, 3 February: Maghrib 06:54 is 600 min before sunset (16:54), and looks like a typing error for 16:54; 16:54 will be called
        mosqueYear | "18:42" | "08:42" | 3 | line 12, 2026-02-03: the iqama of isha is "19:45", which is more than 6 hours after isha begins at 08:42 & line 5, 3 February: Isha 08:42 is 492 min before sunset (16:54), and looks like a typing error for 18:42; 18:42 will be called
        mosqueYear | "05:41" | "17:41" | 3 | line 7, 2026-02-03: the iqama of fajr is "06:30", which is before fajr begins at 17:41 & line 5, 3 February: Fajr 17:41 is 605 min after sunrise (07:36), and looks like a typing error for 05:41; 05:41 will be called
        mosqueYear | "18:42" | "16:54" | 3 | line 5, 3 February: Isha 16:54 is 0 min after sunset (16:54); 18:42 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | {"date": "2026-02-04", "fajr": "05:40", "sunrise": "07:34", "dhuhr": "12:20", "asr": "14:29",\n   "maghrib": "16:55", "isha": "18:44"} | {"date": "2026-02-02", "fajr": "05:42", "sunrise": "07:37", "dhuhr": "12:20", "asr": "14:27",\n   "maghrib": "16:52", "isha": "18:41"} | 2 | line 14, 2026-02-02: the day is already on line 3, with the same times; keep only one
        mosqueYear | "05:41" | "04:40" | 3 | line 5, 3 February: Fajr 04:40 is 48 min before the first dawn (05:28), and looks like a typing error for 05:40; 05:40 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "05:41" | "06:42" | 3 | line 7, 2026-02-03: the iqama of fajr is "06:30", which is before fajr begins at 06:42 & line 5, 3 February: Fajr 06:42 looks like a typing error for 05:42; 05:42 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "07:36" | "07:25" | 3 | -
        mosqueYear | "07:36" | "07:47" | 3 | -
        mosqueYear | "dhuhr": {"adhan": "12:20" | "dhuhr": {"adhan": "12:10" | 3 | line 5, 3 February: Dhuhr 12:10 is 4 min before noon (12:14), and looks like a typing error for 12:20; 12:20 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "dhuhr": {"adhan": "12:20" | "dhuhr": {"adhan": "12:35" | 3 | line 5, 3 February: Dhuhr 12:35 does not fit the days beside it; 12:20 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "14:28" | "13:50" | 3 | line 5, 3 February: Asr 13:50 is 38 min before the first shadow of Asr (14:28); 14:28 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "14:28" | "16:00" | 3 | line 10, 2026-02-03: the iqama of asr is "15:15", which is before asr begins at 16:00 & line 5, 3 February: Asr 16:00 does not fit the days beside it; 14:28 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "16:54" | "16:50" | 3 | line 5, 3 February: Maghrib 16:50 is 4 min before sunset (16:54); 16:53 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "16:54" | "17:15" | 3 | line 11, 2026-02-03: the iqama of maghrib is "16:59", which is before maghrib begins at 17:15 & line 5, 3 February: Maghrib 17:15 does not fit the days beside it; 16:53 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "18:42" | "19:43" | 3 | line 5, 3 February: Isha 19:43 looks like a typing error for 18:43; 18:43 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "18:42" | "17:41" | 3 | line 5, 3 February: Isha 17:41 looks like a typing error for 18:41; 18:41 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | "16:54" | "18:41:30" | 3 | line 11, 2026-02-03: the iqama of maghrib is "16:59", which is before maghrib begins at 18:41:30 & line 5, 3 February: Maghrib 18:41:30 is 108 min after sunset (16:54); 16:53 will be called. To keep it: accept = ["2026-02-03"]
        mosqueYear | {"latitude": 51.5074, "longitude": -0.1278} | "London" | 3 | line 1: location is "London", but it must be an object: {"latitude": 53.6097, "longitude": -2.1561}
        mosqueYear | {"latitude": 51.5074, "longitude": -0.1278} | [51.5074, -0.1278] | 3 | line 1: location is a list, but it must be an object: {"latitude": 53.6097, "longitude": -2.1561}
        mosqueYear | "latitude": 51.5074,  |  | 3 | line 1: location has no "latitude"
        mosqueYear | , "longitude": -0.1278 |  | 3 | line 1: location has no "longitude"
        mosqueYear | 51.5074 | "51.5074" | 3 | line 1: the latitude of the location is "51.5074", but it must be a number of degrees, without quotes
        mosqueYear | -0.1278 | null | 3 | line 1: the longitude of the location is null, but it must be a number of degrees, without quotes
        mosqueYear | 51.5074 | 151.5074 | 3 | line 1: the location is not valid: 151.5074 is not a latitude; it is -90 to 90 degrees, north positive
        mosqueYear | -0.1278 | -1278 | 3 | line 1: the location is not valid: -1278.0 is not a longitude; it is -180 to 180 degrees, east positive
        mosqueYear | "latitude": 51.5074 | "latitude": 51.5074, "Lat": 51.5 | 3 | line 1: latitude is here a second time; keep only the right one
        mosqueYear | \n "prayerTimes" | \n "Location": {},\n "prayerTimes" | 3 | line 2: location is here a second time; keep only the right one
        """#
    )
}

@Suite struct `A broken timetable` {
    @Test(arguments: BrokenTimetable.years)
    func `is reported in a sentence`(_ broken: BrokenTimetable) throws {
        let calculator = try PrayerCalculator.london()
        do {
            let year = try WrittenTimetable(broken.bytes)
            let verdict = TimetableCheck(calculator).verdict(on: year.days(in: calculator.zone))
            #expect((year.faults + verdict.faults).map(\.description) == broken.says)
            #expect(verdict.accepted.count == broken.days)
        } catch {
            #expect([error.description] == broken.says && broken.days == 0)
        }
    }

    @Test(arguments: BrokenTimetable.formats)
    func `in any format is reported in a sentence`(_ broken: BrokenTimetable) throws {
        do {
            let written = try WrittenTimetable(broken.bytes)
            #expect(written.faults.map(\.description) == broken.says && written.days(in: .utc).count == broken.days)
        } catch {
            #expect([error.description] == broken.says && broken.days == 0)
        }
    }

    @Test func `has each of its mistakes in its sample`() {
        #expect(BrokenTimetable.years.count == 84 && BrokenTimetable.formats.count == 53)
    }

    @Test func `that is empty is rejected`() {
        for text in ["", "\n\n", "\u{FEFF}", "no timetable", "<html>429</html>", "date,fajr"] {
            #expect(throws: TimetableRefusal.self, "\(text)") { try WrittenTimetable(Array(text.utf8)) }
        }
    }

    @Test(arguments: [("2026-02-06", true), ("2026-02-07", false)])
    func `says that a Friday has more prayers than are called`(date: String, isFriday: Bool) throws {
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,jumuah,jumuah_2,jumuah_3,jumuah_4,jumuah_5\n"
        let row = "\(date),05:41,07:36,12:20,14:28,16:54,18:42,13:00,13:30,14:00,14:10,14:20\n"
        let written = try MosqueFile.year(head + row)
        let fault = "line 2, \(date): this Friday has 5 times for jumuah; the first 4 are used, the others are not"
        #expect(written.faults.map(\.description) == (isFriday ? [fault] : []) && written.days(in: .utc).count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `has limits for its days, columns, keys, depth and size`() throws {
        let row = "2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42\n"
        let long = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + String(repeating: row, count: 20_000)
        #expect(throws: TimetableRefusal.tooManyDays(line: 802)) { try MosqueFile.year(long) }
        let many = Array(repeating: "{}", count: 801).joined(separator: ",")
        #expect(throws: TimetableRefusal.tooManyDays(line: 1)) {
            try MosqueFile.year("{\"year\":2026,\"prayerTimes\":[\(many)]}")
        }
        let keys = (0..<60_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let words = "line 1: here are 60000 keys, which is more than any timetable has"
        #expect(try MosqueFile.year("[{\(keys)}]").faults.map(\.description) == [words])
        for (text, words) in [
            ("date" + String(repeating: ",x", count: 100_000), "CSV: it has more than 100 columns"),
            (String(repeating: "[", count: 100_000), "JSON: its lists and objects stand too deep within each other"),
            ("[" + String(repeating: "1,", count: 250_000) + "1]", "JSON: it has more than 200000 values"),
        ] { #expect(refusal { try MosqueFile.year(text) } == "line 1: this is not \(words)") }
    }
}
