import AdhanCore

/// Whether the link, or the daemon behind it, is there: the payload of the two topics of availability.
enum MQTTPresence: String {
    case online, offline
}

/// An entity that Home Assistant shows of the box: a sensor, a button or a number.
///
/// The keys are the ends of entity ids. Where Home Assistant's `islamic_prayer_times` or MAWAQIT's integration has the
/// same entity, the key is theirs, so that dashboards and automations stay.
struct MQTTEntity: Sendable {
    enum Component: String, Sendable {
        case sensor, button, number
        case binarySensor = "binary_sensor"
    }

    let component: Component
    let key: String
    let name: MQTTName
    /// Home Assistant's name of what is measured.
    var deviceClass: String?
    var icon: String?
    /// `diagnostic` or `config`; nil for what the mosque's people look at.
    var category: String?
    var command: MQTTCommand?
    /// Whether it has a second topic, with more facts as JSON.
    var hasAttributes = false
    /// Whether it is left out until it first has a value, since many mosques never have one.
    var isOptional = false
    /// Whether it means nothing while the daemon is away.
    var needsDaemon = true

    static let all =
        [
            MQTTEntity(component: .sensor, key: "next_salat_name", name: .word(.nextName), icon: "mdi:mosque"),
            time("next_salat_time", .word(.nextTime)),
        ] + Prayer.called.map { time(prayerKey($0), .prayer($0), hasAttributes: true) } + [
            time("sunrise_time", .word(.sunrise)), time("midnight_time", .word(.midnight)),
        ] + Prayer.called.map { time(iqamaKey($0), .iqama($0), isOptional: true) } + [
            time("jumua_prayer", .word(.jumua), hasAttributes: true, isOptional: true),
            MQTTEntity(
                component: .sensor,
                key: "hijri_date",
                name: .word(.hijri),
                icon: "mdi:moon-waning-crescent",
                hasAttributes: true
            ),
            binary("sounding", .sounding, deviceClass: "sound"),
            MQTTEntity(
                component: .binarySensor,
                key: "next_adhan_will_sound",
                name: .word(.willSound),
                icon: "mdi:bullhorn",
                hasAttributes: true
            ),
            time("muted_until", .word(.mutedUntil), hasAttributes: true),
            MQTTEntity(
                component: .binarySensor,
                key: "health",
                name: .word(.health),
                deviceClass: "problem",
                category: "diagnostic",
                hasAttributes: true,
                needsDaemon: false
            ),
            MQTTEntity(
                component: .sensor,
                key: "last_fault",
                name: .word(.lastFault),
                icon: "mdi:alert-circle-outline",
                category: "diagnostic",
                hasAttributes: true,
                needsDaemon: false
            ),
            MQTTEntity(
                component: .number,
                key: "volume",
                name: .word(.volume),
                icon: "mdi:volume-high",
                category: "config",
                command: .volume
            ),
            button(.play, .play, "mdi:play"), button(.stop, .stop, "mdi:stop"),
            button(.mute, .mute, "mdi:volume-off"), button(.unmute, .unmute, "mdi:volume-high"),
            button(.selfTest, .selfTest, "mdi:stethoscope", category: "diagnostic"),
        ]

    static func prayerKey(_ prayer: Prayer) -> String { "\(prayer.rawValue)_prayer" }
    static func iqamaKey(_ prayer: Prayer) -> String { "\(prayer.rawValue)_iqama" }

    private static func time(
        _ key: String,
        _ name: MQTTName,
        hasAttributes: Bool = false,
        isOptional: Bool = false
    ) -> MQTTEntity {
        MQTTEntity(
            component: .sensor,
            key: key,
            name: name,
            deviceClass: "timestamp",
            hasAttributes: hasAttributes,
            isOptional: isOptional
        )
    }

    private static func binary(_ key: String, _ word: MQTTName.Word, deviceClass: String) -> MQTTEntity {
        MQTTEntity(
            component: .binarySensor,
            key: key,
            name: .word(word),
            deviceClass: deviceClass,
            hasAttributes: true
        )
    }

    private static func button(
        _ command: MQTTCommand,
        _ word: MQTTName.Word,
        _ icon: String,
        category: String? = nil
    ) -> MQTTEntity {
        MQTTEntity(
            component: .button,
            key: command.rawValue,
            name: .word(word),
            icon: icon,
            category: category,
            command: command
        )
    }
}
