import AdhanCore

/// The mosque's settings: one value per table of the file, each with the defaults beside the keys.
package struct Configuration: Sendable {
    /// The text it was read from; nil if there is no file and the defaults apply.
    package var texts: ConfigSource?
    package var place: PlaceConfiguration
    package var calculation: CalculationConfiguration
    package var hijri: HijriConfiguration
    package var timetable: TimetableConfiguration
    package var adhan: AdhanConfiguration
    package var iqama: IqamaConfiguration
    package var jumuah: JumuahConfiguration
    package var tarhim: TarhimConfiguration
    package var reminders: RemindersConfiguration
    package var ramadan: RamadanConfiguration
    package var eid: EidConfiguration
    package var audio: AudioConfiguration
    package var ledger: LedgerConfiguration
    package var schedule: ScheduleConfiguration
    package var clock: ClockConfiguration
    package var refresh: RefreshConfiguration
    package var updates: UpdatesConfiguration
    package var hooks: HooksConfiguration
    package var display: DisplayConfiguration
    package var panel: PanelConfiguration
    package var mirror: MirrorConfiguration
    package var notify: NotifyConfiguration
    /// The values of a kept config that this version refuses, so that their defaults count.
    package private(set) var defaulted: [ConfigFault] = []
    /// The position of each key and table, by its dotted name.
    private var spots: [String: SourceLocation] = [:]

    /// All keys that the config knows, in the order of the tables.
    package private(set) var entries: [ConfigEntry] = []

    /// The main file it was read from; nil if there is none and the defaults apply.
    package var file: String? { texts?.file }

    /// The dotted names of all keys and tables in the files.
    package var keys: Set<String> { Set(spots.keys) }
    /// `keys`, and every prayer's iqama if the committee's page has set one: whoever saved there has seen all of them.
    package var answeredKeys: Set<String> {
        let isPages = spots["iqama"].map { $0.file == texts?.panel?.file } ?? false
        return isPages ? keys.union(Prayer.called.map { "iqama.\($0.rawValue)" }) : keys
    }

    /// The files with keys and other secrets that it names, and that of systemd's credential.
    package var keyFiles: [String] {
        let own = mirror.mirrors.map(\.credentials) + [timetable.s3?.credentials]
        return (own + notify.receivers.map { $0.secret?.file }).compactMap(\.self)
            + [S3KeyFile(nil).credentialFile].compactMap(\.self)
    }

    /// The conditions of the exceptions by their tables, in the order of these.
    package var exceptions: [(table: String, [Located<DayCondition>])] {
        [
            ("adhan", adhan.exceptions), ("iqama", iqama.exceptions), ("jumuah", jumuah.exceptions),
            ("tarhim", tarhim.exceptions),
        ]
    }

    /// Whether the files have no setting at all.
    package var isEmpty: Bool { spots.isEmpty }

    /// The file that has the key or the table; the main file if none has it.
    ///
    /// - Parameter key: its dotted name, for example `audio.devices`.
    package func file(of key: String) -> String { spot(of: key).file }

    /// The place of a key or a table; the main file if it is in none.
    package func spot(of key: String) -> SourceLocation {
        spots[key] ?? SourceLocation(file: file ?? "the config", line: 0)
    }

    /// - Parameters:
    ///   - path: the main file; nil for the defaults.
    ///   - locations: the folders in which the defaults are.
    /// - Throws: `FileFault` if a file cannot be read, `ConfigError` with all faults in all files.
    package static func load(_ path: String?, _ locations: Locations) throws -> Configuration {
        guard let path else { return try read([], nil, locations) }
        return try parse(try ConfigSource(reading: path, locations), locations)
    }

    /// Parses texts already read; reads no config file.
    ///
    /// - Parameter isKept: whether the daemon has accepted them. Another version may have done so, and an upgrade or a
    ///   downgrade must not silence the mosque: keys that this one does not know are left out then, and values that it
    ///   refuses, in the tables of `spare`.
    /// - Throws: `ConfigError` with all faults in all texts.
    package static func parse(_ texts: ConfigSource, _ locations: Locations, isKept: Bool = false) throws
        -> Configuration
    {
        var (nodes, faults): ([TOMLNode], [ConfigFault]) = ([], [])
        for part in texts.parts {
            do {
                // Relative paths in the panel's file are those of its folder.
                let main = part.file == texts.panel?.file ? part.file : texts.file
                nodes.append(try TOMLNode.parse(part.bytes, file: part.file, main: main))
            } catch {
                faults.append(error)
            }
        }
        guard faults.isEmpty else { throw ConfigError(faults: faults) }
        return try read(nodes, texts, locations, isKept: isKept)
    }

    /// The tables at the top of the file.
    static let tables = [
        "place", "calculation", "hijri", "timetable", "adhan", "iqama", "jumuah", "tarhim", "reminders", "ramadan",
        "eid", "audio", "ledger", "schedule", "clock", "refresh", "updates", "hooks", "display", "panel", "mirror",
        "notify",
    ]

    /// All tables but those that decide at what time an adhan sounds, or whether it has sounded. Where a kept config
    /// has a value of theirs that this version refuses, its default counts: better an adhan without an iqama than none.
    private static let spare = Set(tables).subtracting([
        "place", "calculation", "hijri", "timetable", "adhan", "ledger",
    ])

    private static func read(
        _ nodes: [TOMLNode],
        _ texts: ConfigSource?,
        _ locations: Locations,
        isKept: Bool = false
    ) throws -> Configuration {
        let top = ConfigTable("", nodes)
        let own = nodes.filter { $0.spot.file != texts?.panel?.file }
        let place = top.table("place")
        var configuration = Configuration(
            texts: texts,
            place: PlaceConfiguration(place, ZoneStore(locations)),
            calculation: CalculationConfiguration(top.table("calculation")),
            hijri: HijriConfiguration(top.table("hijri")),
            timetable: TimetableConfiguration(top.table("timetable")),
            adhan: AdhanConfiguration(top.table("adhan")),
            iqama: IqamaConfiguration(top.table("iqama")),
            jumuah: JumuahConfiguration(top.table("jumuah")),
            tarhim: TarhimConfiguration(top.table("tarhim")),
            reminders: RemindersConfiguration(top.table("reminders")),
            ramadan: RamadanConfiguration(top.table("ramadan")),
            eid: EidConfiguration(top.table("eid")),
            audio: AudioConfiguration(top.table("audio"), locations),
            ledger: LedgerConfiguration(top.table("ledger"), locations),
            schedule: ScheduleConfiguration(top.table("schedule")),
            clock: ClockConfiguration(top.table("clock")),
            refresh: RefreshConfiguration(top.table("refresh")),
            updates: UpdatesConfiguration(top.table("updates")),
            hooks: HooksConfiguration(top.table("hooks")),
            display: DisplayConfiguration(top.table("display"), beside: texts?.file),
            panel: PanelConfiguration(top.table("panel"), hasPlace: hasPlace(own)),
            mirror: MirrorConfiguration(top.table("mirror", isOptional: true), locations),
            notify: NotifyConfiguration(top.tables("notify"))
        )
        for node in nodes { configuration.spots.merge(node.spots()) { $1 } }
        configuration.entries = top.entries()
        let isAsked = configuration.timetable.sources.contains(.aladhan)
        if isAsked, configuration.place.knowledge == .zonePoint, configuration.place.city == nil, let spot = place.spot
        {
            let advice = "put latitude and longitude there, or city and country"
            place.fault(spot, "AlAdhan needs a place, and [place] has none: \(advice)")
        }
        let order = nodes.map(\.spot.file)
        if isKept { configuration.defaulted = top.faults(in: spare) }
        // A config that was accepted once is not refused for a rule of a later version: the mosque would be silent.
        let panel = isKept ? nil : nodes.last { $0.spot.file == texts?.panel?.file }
        let isWritten = configuration.keys.contains("panel.fixed")
        let refused =
            panel.map { PanelLayer.faults($0, fixed: configuration.panel.fixed, isWritten: isWritten) } ?? []
        let found = (top.finish(besides: isKept ? spare : []) + refused).sorted { left, right in
            let (first, second) = (order.firstIndex(of: left.spot.file), order.firstIndex(of: right.spot.file))
            return (first ?? 0, left.spot.line) < (second ?? 0, right.spot.line)
        }
        // Only so many faults are shown.
        let unknown = Set(found.prefix(ConfigError.limit).filter { $0.unknown != nil }.map(\.spot.file))
        let headers = (texts?.parts ?? []).filter { unknown.contains($0.file) }.reduce(into: [:]) {
            $0[$1.file] = Advice.headers(in: $1.bytes)
        }
        let known = top.known
        let faults = found.enumerated().map { index, fault in
            index < ConfigError.limit ? Advice.placed(fault, known, headers[fault.spot.file] ?? []) : fault
        }
        guard faults.allSatisfy({ isKept && $0.unknown != nil }) else { throw ConfigError(faults: faults) }
        configuration.addSoundsOfOccasions()
        configuration.place.useLastPlace(from: PlaceStore(locations), ZoneStore(locations))
        configuration.place.remark()
        configuration.timetable.knowledge = configuration.place.knowledge
        return configuration
    }

    /// Whether one of the files has a place. A zone alone is none: the page may still set it.
    private static func hasPlace(_ nodes: [TOMLNode]) -> Bool {
        let keys = ConfigTable("", nodes).table("place").keys
        return ["latitude", "longitude", "city"].contains(where: keys.contains)
    }

    /// The same config for a place that a person gives.
    package func at(_ place: Place, _ zone: KnownZone) -> Configuration {
        var moved = self
        (moved.place.place, moved.place.knowledge, moved.place.remarks) = (place, .given, [])
        moved.place.zone = .success(zone)
        moved.timetable.knowledge = .given
        return moved
    }
}
