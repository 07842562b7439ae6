import AdhanAudio
import AdhanSupport
import AdhanCore
import AdhanTimetables

extension DaemonParts {
    /// Remarks that are no faults, but a person may want to know: which adhans are silent, which files are not read,
    /// what rules of the mosque's day do nothing or something else, and what of the mosque's file and of the bundle is
    /// used all the same. It may block.
    package func remarks(_ recordings: CheckedRecordings) -> [ConfigNote] {
        let own = timetableFile.map { file in
            let all = ", all of them by: adhand timetable check \(shellWord(file.place))"
            return TimetableFault.brief(file.remarks, all, kind: "remarks")
        }
        let bundled = TimetableFault.brief(bundle?.remarks ?? [], " of the bundle", kind: "remarks")
        return silent(recordings) + unreadFiles + nightRemarks + roundingRemarks + rulesRemarks()
            + ((own ?? []) + bundled).map(ConfigNote.init)
    }

    /// Remarks on twilight that does not end in nights of the coming year, where no rule for high latitudes applies.
    private var nightRemarks: [ConfigNote] {
        guard configuration.calculation.highLatitude != .middleOfNight else { return [] }
        let nights = calculator.days(today...today.adding(days: 365)).filter { day in
            [Prayer.fajr, .isha].contains { day.estimates[$0] == .middleOfNight }
        }
        guard let first = nights.first else { return [] }
        let words =
            "no rule for high latitudes applies here. On \(nights.count) days of the coming year, first on "
            + "\(first.date.inWords), the sun does not reach the angle of Fajr or Isha. The calculation then puts it "
            + "at the middle of the night, as an estimate. The rules: adhand methods"
        return [ConfigNote(configuration.spot(of: "calculation.high_latitude"), words)]
    }

    /// A remark where the config replaces the method's rounding, for which its offsets were chosen.
    private var roundingRemarks: [ConfigNote] {
        let (method, rounding) = (configuration.calculation.method, configuration.calculation.rounding)
        guard configuration.calculation.custom == nil, let rounding else { return [] }
        let own = method.rounding.rawValue
        let words =
            "[calculation] rounding = \"\(rounding.rawValue)\" takes the place of \(method.name)'s own, \"\(own)\": "
            + "a time may be a minute earlier than the authority's. To follow it, remove that line"
        return [ConfigNote(configuration.spot(of: "calculation.rounding"), words)]
    }

    private var unreadFiles: [ConfigNote] {
        // reason: the config was read from that folder, which may be gone by now
        let files = configuration.texts.flatMap { try? $0.unreadFiles() } ?? []
        return files.prefix(Self.mostRemarks).map {
            ConfigNote(SourceLocation(file: $0, line: 0), "it is not read, since its name does not end in .toml")
        }
    }

    /// More lines help nobody.
    private static let mostRemarks = 20

    /// Remarks on effects of the rules in the coming year that nobody may expect.
    ///
    /// - Parameters:
    ///   - measuresSounds: whether the recordings are decoded for their lengths, which takes long.
    ///   - tables: those of the config that are of interest; nil for all.
    ///   - today: the first day of the year; nil for the date in the mosque's zone.
    package func rulesRemarks(
        measuresSounds: Bool = true,
        about tables: [String]? = nil,
        from today: CivilDate? = nil
    ) -> [ConfigNote] {
        let (rules, first) = (configuration.rules, today ?? self.today)
        let days = timetableSource().days(first...first.adding(days: 365), in: zone)
        // Without it the days are those of another source.
        if timetableFile?.isStalled == true { return [] }
        let check = RulesCheck(
            rules,
            on: days,
            in: zone,
            written: configuration.answeredKeys,
            grace: configuration.schedule.grace,
            length: measuresSounds ? lengths : { _ in nil }
        )
        let exceptions = configuration.exceptions.filter { tables?.contains($0.table) ?? true }.flatMap {
            table,
            exceptions in
            exceptions.compactMap { exception in
                check.words(on: exception.value, in: table).map { ConfigNote(exception.spot, $0) }
            }
        }
        let found = check.remarks.filter { remark in
            tables?.contains {
                remark.key == $0 || remark.key.hasPrefix($0 + ".") || $0.hasPrefix(remark.key + ".")
            } ?? true
        }
        let all = exceptions + found.map { ConfigNote(spot(of: $0), $0.words) }
        let more = all.count - Self.mostRemarks
        return all.prefix(Self.mostRemarks)
            + (more > 0 ? [ConfigNote("and \(more) more remarks on the mosque's day")] : [])
    }

    /// The rules that give a prayer no iqama, or another one, on days of the coming week; and the prayers without an
    /// iqama in the coming year of which nobody has said that they have none. It may take long.
    package func iqamaProblems(from today: CivilDate) -> [StatusReport.Problem] {
        let days = timetableSource().days(today...today.adding(days: 365), in: zone)
        if timetableFile?.isStalled == true { return [] }
        func check(_ days: [PrayerDay]) -> RulesCheck {
            RulesCheck(configuration.rules, on: days, in: zone, written: configuration.answeredKeys)
        }
        let found = Prayer.called.flatMap(check(Array(days.prefix(8))).iqamaMisfits) + check(days).unansweredIqamas
        var counts: [String: Int] = [:]
        return found.map { remark in
            let number = counts[remark.key, default: 0] + 1
            counts[remark.key] = number
            let subject = remark.key + (number > 1 ? " \(number)" : "")
            let what = "\(spot(of: remark)): \(remark.effect)"
            return .init(.setting, subject, what: what, advice: "\(remark.advice ?? ""); then: adhand reload")
        }
    }

    /// Where the config has what a remark is about.
    private func spot(of remark: RulesCheck.Remark) -> SourceLocation {
        let table = remark.key.prefix { $0 != "." }
        let exceptions = configuration.exceptions.first { $0.table == table }?.1 ?? []
        return exceptions.first { $0.value == remark.exception }?.spot ?? configuration.spot(of: remark.key)
    }

    /// Of the longest of an adhan's recordings; nil if none can be read. Each file is decoded once.
    private var lengths: (Occasion) -> Duration? {
        let (plan, lookup) = (configuration.audio.plan, lookup.answering)
        var known: [String: Duration?] = [:]
        func length(of path: String) -> Duration? {
            if let length = known[path] { return length }
            // The objections name what is wrong with it.
            let length = try? SoundCheck.verify(SoundFile(path: lookup(path))).duration  // reason: see above
            known[path] = length
            return length
        }
        return { adhan in
            let recordings: Recordings? =
                if case .adhan(let prayer) = adhan { plan.ofPrayers[prayer] ?? plan.adhan } else {
                    plan.ofOccasions[adhan.kind]
                }
            return recordings?.files.compactMap(length).max()
        }
    }
}
