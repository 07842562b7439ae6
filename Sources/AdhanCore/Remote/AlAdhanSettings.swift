/// What AlAdhan's web API, or a server that answers as it does, is asked for.
package struct AlAdhanSettings: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        /// In degrees, north and east positive.
        case coordinates(latitude: Double, longitude: Double)
        /// By name: it gives times only, since its coordinates are masked.
        case city(String, country: String)
    }

    package enum Span: Sendable, Hashable { case month, year }

    package enum Method: Sendable, Hashable {
        /// By AlAdhan's number.
        case number(Int)
        /// Number 99 with the mosque's own angles and minutes.
        case custom(CustomMethod)
    }

    /// What it does where the night is too short, by its number.
    package enum LatitudeAdjustment: Int, Sendable, Hashable, CaseIterable {
        case middleOfNight = 1
        case seventhOfNight
        case angle
    }

    /// Which glow Moonsighting's Isha waits for.
    package enum Shafaq: String, Sendable, Hashable, CaseIterable { case general, ahmer, abyad }

    package var place: Place
    package var method: Method
    package var baseURL = "https://api.aladhan.com"
    package var span = Span.month
    package var madhab = Madhab.shafi
    /// Nil to leave it to the API.
    package var latitudeAdjustment: LatitudeAdjustment?
    /// Minutes that it adds to its times.
    package var tune: [Prayer: Int] = [:]
    package var shafaq: Shafaq?
    /// The mosque's zone, `Europe/London`; nil to leave it to the API.
    package var timezone: String?
    /// Whether plain http may be spoken with others than this machine itself.
    package var allowHTTP = false

    package init(_ place: Place, method: Method) { (self.place, self.method) = (place, method) }

    /// Where a month's or a year's calendar is asked for.
    ///
    /// - Parameter period: a month or a year, as the span has it.
    /// - Throws: `AddressFault`, where the base is no address.
    package func address(of period: TimetablePeriod) throws(AddressFault) -> WebAddress {
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        let (year, month, _) = period.dates.lowerBound.components
        let path = (isByCity ? "calendarByCity" : "calendar") + "/\(year)" + (span == .month ? "/\(month)" : "")
        let query = questions.map { "\($0)=\($1.percentEncoded())" }.joined(separator: "&")
        return try WebAddress("\(base)/v1/\(path)?\(query)")
    }

    private var isByCity: Bool {
        if case .city = place { true } else { false }
    }

    private var questions: [(String, String)] {
        var questions: [(String, String)] =
            switch place {
            case .coordinates(let latitude, let longitude):
                [("latitude", Self.decimal(latitude)), ("longitude", Self.decimal(longitude))]
            case .city(let city, let country): [("city", city), ("country", country)]
            }
        switch method {
        case .number(let number): questions.append(("method", "\(number)"))
        case .custom(let custom): questions += [("method", "99"), ("methodSettings", Self.settings(custom))]
        }
        questions.append(("school", madhab == .hanafi ? "1" : "0"))
        if let latitudeAdjustment { questions.append(("latitudeAdjustmentMethod", "\(latitudeAdjustment.rawValue)")) }
        if tune.values.contains(where: { $0 != 0 }) { questions.append(("tune", tuneText)) }
        if let shafaq { questions.append(("shafaq", shafaq.rawValue)) }
        if let timezone { questions.append(("timezonestring", timezone)) }
        questions.append(("iso8601", "true"))
        return questions
    }

    /// Imsak, Fajr, sunrise, Dhuhr, Asr, Maghrib, sunset, Isha, midnight.
    private var tuneText: String {
        let order: [Prayer?] = [nil, .fajr, .sunrise, .dhuhr, .asr, .maghrib, nil, .isha, nil]
        return order.map { prayer in "\(prayer.flatMap { tune[$0] } ?? 0)" }.joined(separator: ",")
    }

    /// Fajr, Maghrib, Isha.
    private static func settings(_ custom: CustomMethod) -> String {
        let maghrib = custom.maghribAngle.map { decimal($0) } ?? "null"
        return "\(decimal(custom.fajrAngle)),\(maghrib),"
            + (custom.ishaMinutes.map { "\($0) min" } ?? decimal(custom.ishaAngle))
    }

    /// Without an exponent, to the sixth place: a tenth of a metre.
    private static func decimal(_ number: Double) -> String {
        guard let millionths = Int64(exactly: (number * 1e6).rounded()), millionths.magnitude < 1 << 50 else {
            return "0"
        }
        let (whole, part) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        var digits = part.padded(to: 6)
        while digits.hasSuffix("0") { digits.removeLast() }
        return (millionths < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
    }
}
