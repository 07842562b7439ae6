/// The parameters of a request to AlAdhan's web API, or to a server with the same API.
package struct AlAdhanSettings: Sendable, Hashable {
    package enum PlaceQuery: Sendable, Hashable {
        /// In degrees, north and east positive.
        case coordinates(latitude: Double, longitude: Double)
        /// By name. The API then gives times only, because it masks the coordinates.
        case city(String, country: String)
    }

    package enum Span: Sendable, Hashable { case month, year }

    package enum Method: Sendable, Hashable {
        /// By AlAdhan's number for it.
        case number(Int)
        /// Number 99 with the mosque's own angles and minutes.
        case custom(CustomMethod)
    }

    /// AlAdhan's numbers for its rules for short nights.
    package enum LatitudeAdjustment: Int, Sendable, Hashable, CaseIterable {
        case middleOfNight = 1
        case seventhOfNight
        case angle
    }

    package var place: PlaceQuery
    package var method: Method
    package var baseURL = "https://api.aladhan.com"
    package var span = Span.month
    package var madhab = Madhab.shafi
    /// Nil to let the API choose.
    package var latitudeAdjustment: LatitudeAdjustment?
    /// Minutes that the API adds to its times.
    package var tune: [Prayer: Int] = [:]
    /// Only the Moonsighting method uses it.
    package var shafaq: Shafaq?
    /// The mosque's zone, for example `Europe/London`; nil to let the API choose.
    package var timezone: String?
    /// Whether plain http is allowed to other hosts than this machine.
    package var allowHTTP = false

    package init(_ place: PlaceQuery, method: Method) { (self.place, self.method) = (place, method) }

    /// The address of the calendar of a month or a year, as `span` says.
    package func address(of period: TimetablePeriod) throws(AddressFault) -> WebAddress {
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        let (year, month, _) = period.dates.lowerBound.components
        let path = (isByCity ? "calendarByCity" : "calendar") + "/\(year)" + (span == .month ? "/\(month)" : "")
        let query = parameters.map { "\($0)=\($1.percentEncoded())" }.joined(separator: "&")
        return try WebAddress("\(base)/v1/\(path)?\(query)")
    }

    private var isByCity: Bool {
        if case .city = place { true } else { false }
    }

    private var parameters: [(String, String)] {
        var parameters: [(String, String)] =
            switch place {
            case .coordinates(let latitude, let longitude):
                [("latitude", Self.decimal(latitude)), ("longitude", Self.decimal(longitude))]
            case .city(let city, let country): [("city", city), ("country", country)]
            }
        switch method {
        case .number(let number): parameters.append(("method", "\(number)"))
        case .custom(let custom): parameters += [("method", "99"), ("methodSettings", Self.settings(custom))]
        }
        parameters.append(("school", madhab == .hanafi ? "1" : "0"))
        if let latitudeAdjustment { parameters.append(("latitudeAdjustmentMethod", "\(latitudeAdjustment.rawValue)")) }
        if tune.values.contains(where: { $0 != 0 }) { parameters.append(("tune", tuneText)) }
        if let shafaq { parameters.append(("shafaq", Self.name(shafaq))) }
        if let timezone { parameters.append(("timezonestring", timezone)) }
        parameters.append(("iso8601", "true"))
        return parameters
    }

    private static func name(_ shafaq: Shafaq) -> String {
        switch shafaq {
        case .general: "general"
        case .ahmar: "ahmer"
        case .abyad: "abyad"
        }
    }

    /// In the API's order: imsak, Fajr, sunrise, Dhuhr, Asr, Maghrib, sunset, Isha, midnight.
    private var tuneText: String {
        let order: [Prayer?] = [nil, .fajr, .sunrise, .dhuhr, .asr, .maghrib, nil, .isha, nil]
        return order.map { prayer in "\(prayer.flatMap { tune[$0] } ?? 0)" }.joined(separator: ",")
    }

    /// In the API's order: Fajr, Maghrib, Isha.
    private static func settings(_ custom: CustomMethod) -> String {
        let maghrib = custom.maghribAngle.map { decimal($0) } ?? "null"
        return "\(decimal(custom.fajrAngle)),\(maghrib),"
            + (custom.ishaMinutes.map { "\($0) min" } ?? decimal(custom.ishaAngle))
    }

    /// Without an exponent, to six decimals: a tenth of a metre.
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
