import AdhanCore

/// Publishes on one connection what has changed since it began. The broker keeps each message.
struct MQTTPublisher {
    private let settings: MQTTSettings
    private let topics: MQTTTopics
    private let broker: MQTTClient
    /// By topic.
    private var published: [String: [UInt8]] = [:]

    init(_ settings: MQTTSettings, _ broker: MQTTClient) {
        (self.settings, topics, self.broker) = (settings, MQTTTopics(settings), broker)
    }

    /// Tells whether the link is there.
    mutating func tell(_ presence: MQTTPresence) throws(MQTTFault) {
        try publish(Array(presence.rawValue.utf8), to: topics.link)
    }

    /// - Parameter repeated: the keys of entities whose value is published in any case.
    mutating func publish(_ view: MQTTView, again repeated: Set<String>) throws(MQTTFault) {
        let values = MQTTState(view).values
        for entity in MQTTEntity.all {
            let value = values[entity.key]
            let isKnown = published[topics.discovery(entity)] != nil
            if entity.isOptional, !isKnown, value == nil || value?.text == MQTTState.unknown { continue }
            if !isKnown { try publish(discovery(entity), to: topics.discovery(entity)) }
            guard let value else { continue }
            if repeated.contains(entity.key) { published[topics.state(entity)] = nil }
            try publish(Array(value.text.utf8), to: topics.state(entity))
            if entity.hasAttributes, let attributes = value.attributes {
                try publish(attributes, to: topics.attributes(entity))
            }
        }
        // Last, so that no entity is shown with the values of an earlier time.
        let presence: MQTTPresence = view.isHere ? .online : .offline
        try publish(Array(presence.rawValue.utf8), to: topics.daemon)
    }

    private func discovery(_ entity: MQTTEntity) throws(MQTTFault) -> [UInt8] {
        do {
            return try JSONText.bytes(of: MQTTDiscovery(entity, settings))
        } catch {
            throw .library("\(error)")
        }
    }

    private mutating func publish(_ payload: [UInt8], to topic: String) throws(MQTTFault) {
        guard published[topic] != payload else { return }
        try broker.publish(payload, to: topic)
        published[topic] = payload
    }
}
