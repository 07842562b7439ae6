extension BrokenTimetable {
    /// Errors in the file's location; its days are still used.
    static let misplaced = [
        BrokenTimetable(
            #"{"latitude": 51.5074, "longitude": -0.1278}"#,
            #""London""#,
            days: 3,
            #"line 1: location is "London", but it must be an object: {"latitude": 53.6097, "longitude": -2.1561}"#
        ),
        BrokenTimetable(
            #"{"latitude": 51.5074, "longitude": -0.1278}"#,
            "[51.5074, -0.1278]",
            days: 3,
            #"line 1: location is a list, but it must be an object: {"latitude": 53.6097, "longitude": -2.1561}"#
        ),
        BrokenTimetable(#""latitude": 51.5074, "#, "", days: 3, #"line 1: location has no "latitude""#),
        BrokenTimetable(#", "longitude": -0.1278"#, "", days: 3, #"line 1: location has no "longitude""#),
        BrokenTimetable(
            "51.5074",
            #""51.5074""#,
            days: 3,
            #"line 1: the latitude of the location is "51.5074", but it must be a number of degrees, without quotes"#
        ),
        BrokenTimetable(
            "-0.1278",
            "null",
            days: 3,
            "line 1: the longitude of the location is null, but it must be a number of degrees, without quotes"
        ),
        BrokenTimetable(
            "51.5074",
            "151.5074",
            days: 3,
            "line 1: the location is not valid: 151.5074 is not a latitude; it is -90 to 90 degrees, north positive"
        ),
        BrokenTimetable(
            "-0.1278",
            "-1278",
            days: 3,
            "line 1: the location is not valid: -1278.0 is not a longitude; it is -180 to 180 degrees, east positive"
        ),
        BrokenTimetable(
            #""latitude": 51.5074"#,
            #""latitude": 51.5074, "Lat": 51.5"#,
            days: 3,
            "line 1: latitude is here a second time; keep only the right one"
        ),
        BrokenTimetable(
            "\n \"prayerTimes\"",
            "\n \"Location\": {},\n \"prayerTimes\"",
            days: 3,
            "line 2: location is here a second time; keep only the right one"
        ),
    ]
}
