import AdhanCore

/// The message by which Home Assistant finds an entity (MQTT discovery, one message a component).
struct MQTTDiscovery: Encodable {
    struct Device: Encodable {
        let identifiers: [String]
        let name: String
        let manufacturer, model, sw_version: String
    }

    struct Origin: Encodable {
        let name, sw_version: String
    }

    struct Availability: Encodable {
        let topic: String
    }

    let name: String
    let unique_id: String
    /// The entity's id until Home Assistant 2026.3, and from 2025.10 on. Of both, each version takes its own.
    let object_id, default_entity_id: String
    let device: Device
    let origin: Origin
    let availability: [Availability]
    let availability_mode = "all"
    let state_topic, command_topic, json_attributes_topic: String?
    let device_class, icon, entity_category, unit_of_measurement, mode: String?
    let min, max, step: Double?

    init(_ entity: MQTTEntity, _ settings: MQTTSettings) {
        let topics = MQTTTopics(settings)
        name = entity.name.text(in: settings.language)
        unique_id = "adhand_\(settings.id)_\(entity.key)"
        object_id = "\(settings.id)_\(entity.key)"
        default_entity_id = "\(entity.component.rawValue).\(object_id)"
        let version = Release.version
        device = Device(
            identifiers: ["adhand_\(settings.id)"],
            name: OneLine.of(settings.name, limit: 200),
            manufacturer: "adhand",
            model: "adhand",
            sw_version: version
        )
        origin = Origin(name: "adhand", sw_version: version)
        availability = ([topics.link] + (entity.needsDaemon ? [topics.daemon] : [])).map(Availability.init)
        state_topic = entity.component == .button ? nil : topics.state(entity)
        command_topic = entity.command.map(topics.command)
        json_attributes_topic = entity.hasAttributes ? topics.attributes(entity) : nil
        (device_class, icon, entity_category) = (entity.deviceClass, entity.icon, entity.category)
        let isNumber = entity.component == .number
        (unit_of_measurement, mode) = isNumber ? ("%", "slider") : (nil, nil)
        (min, max, step) = isNumber ? (0, 100, 1) : (nil, nil, nil)
    }
}

struct MQTTTopics {
    private let settings: MQTTSettings

    init(_ settings: MQTTSettings) { self.settings = settings }

    /// Whether this process is connected.
    var link: String { "\(settings.base)/availability" }
    /// Whether the daemon answers this process.
    var daemon: String { "\(settings.base)/daemon" }
    var commands: String { "\(settings.base)/command/+" }

    func state(_ entity: MQTTEntity) -> String { "\(settings.base)/\(entity.key)" }
    func attributes(_ entity: MQTTEntity) -> String { "\(settings.base)/\(entity.key)/attributes" }
    func command(_ command: MQTTCommand) -> String { "\(settings.base)/command/\(command.rawValue)" }

    func discovery(_ entity: MQTTEntity) -> String {
        "\(settings.discovery)/\(entity.component.rawValue)/adhand_\(settings.id)_\(entity.key)/config"
    }

    /// The command that a topic orders; nil for another topic.
    func command(on topic: String) -> MQTTCommand? {
        let start = "\(settings.base)/command/"
        return topic.hasPrefix(start) ? MQTTCommand(rawValue: String(topic.dropFirst(start.count))) : nil
    }
}
