import AdhanCore
import AdhanSupport
import CMosquitto
import CMosquittoRead
import Glibc

/// One connection to a broker, by libmosquitto. It belongs to one thread.
///
/// It speaks MQTT 3.1.1: a property of MQTT 5 that libmosquitto 2.0 does not know ends the process.
final class MQTTClient {
    /// A message from the broker.
    struct Message: Equatable {
        let topic: String
        let payload: [UInt8]
        /// Whether the broker had kept it from an earlier time.
        let isRetained: Bool
    }

    /// In bytes. Longer messages are ignored.
    private static let longestMessage = 1024
    /// The most messages that wait to be collected.
    private static let mostMessages = 32
    /// How many packets are read before anything else is done.
    private static let mostPackets = 64

    /// libmosquitto, initialised once per process.
    private static let isReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

    private let handle: OpaquePointer
    private let hasUser: Bool
    private var messages: [Message] = []
    private var refusal: MQTTFault?
    /// The last error that the library logged.
    private var remark: String?
    /// Whether the broker has accepted the connection.
    private(set) var isAccepted = false
    private var isSubscriptionRefused = false
    /// How many published messages the broker has not acknowledged.
    private var unanswered = 0

    /// Connects. It may block for some minutes: for a name look-up, and until a silent host counts as unreachable.
    ///
    /// - Parameters:
    ///   - will: the topic on which the broker publishes `offline` when the connection breaks.
    ///   - keepalive: in seconds, at least 5. A broker that is silent for twice as long is lost.
    init(_ settings: MQTTSettings, will: String, keepalive: Int32) throws(MQTTFault) {
        guard Self.isReady, let handle = mosquitto_new("adhand-" + settings.id, true, nil) else {
            throw .library("it does not start")
        }
        (self.handle, hasUser) = (handle, settings.user != nil)
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        let offline = Array(MQTTPresence.offline.rawValue.utf8)
        try check(mosquitto_will_set(handle, will, Int32(offline.count), offline, 1, true))
        try setUser(settings)
        try setTLS(settings)
        let code = mosquitto_connect(handle, settings.host, Int32(settings.port), keepalive)
        guard code == MOSQ_ERR_SUCCESS.code else { throw fault(code, errno) { .unreachable($0) } }
    }

    /// Without `disconnect` before it, the broker publishes the will.
    deinit { mosquitto_destroy(handle) }

    private func setUser(_ settings: MQTTSettings) throws(MQTTFault) {
        let secret: String?
        do {
            secret = try settings.secret()
        } catch {
            throw .noSecret("\(error)")
        }
        guard settings.user != nil || secret != nil else { return }
        // MQTT 3.1.1 has no password without a user.
        try check(mosquitto_username_pw_set(handle, settings.user ?? "", secret))
    }

    private func setTLS(_ settings: MQTTSettings) throws(MQTTFault) {
        guard settings.isTLS else { return }
        let (file, directory) = (settings.authorities.file, settings.authorities.directory)
        guard let path = file ?? directory else {
            return try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
        }
        guard access(path, R_OK) == 0 else {
            throw .untrusted("'\(path)' cannot be read: \(String(cString: strerror(errno)))")
        }
        try check(mosquitto_tls_set(handle, file, directory, nil, nil, nil))
    }

    private func setCallbacks() {
        mosquitto_connect_callback_set(handle) { _, object, code in
            MQTTClient.of(object)?.answered(code)
        }
        mosquitto_subscribe_callback_set(handle) { _, object, _, count, granted in
            guard let granted, count > 0, granted.pointee >= 0x80 else { return }
            MQTTClient.of(object)?.isSubscriptionRefused = true
        }
        mosquitto_publish_callback_set(handle) { _, object, _ in
            MQTTClient.of(object)?.unanswered -= 1
        }
        mosquitto_message_callback_set(handle) { _, object, message in
            if let message { MQTTClient.of(object)?.received(message.pointee) }
        }
        mosquitto_log_callback_set(handle) { _, object, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTClient.of(object)?.remark = OneLine.of(String(cString: text), limit: 200)
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTClient? {
        object.map { Unmanaged<MQTTClient>.fromOpaque($0).takeUnretainedValue() }
    }

    private func answered(_ code: Int32) {
        switch code {
        case 0: isAccepted = true
        case 4, 5: refusal = .refused(hasUser: hasUser)
        default: refusal = .refusedClient(String(cString: mosquitto_connack_string(code)))
        }
    }

    private func received(_ message: mosquitto_message) {
        guard messages.count < Self.mostMessages, (0...Self.longestMessage).contains(Int(message.payloadlen)),
            let topic = message.topic
        else { return }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        messages.append(
            Message(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)
        )
    }

    /// Takes the messages that have come.
    func collect() -> [Message] {
        defer { messages = [] }
        return messages
    }

    /// Whether the broker has refused the subscription since the last call.
    func takeRefusedSubscription() -> Bool {
        defer { isSubscriptionRefused = false }
        return isSubscriptionRefused
    }

    /// Hands a message to the library, which sends it. The broker keeps the message for later subscribers.
    func publish(_ payload: [UInt8], to topic: String) throws(MQTTFault) {
        try check(mosquitto_publish(handle, nil, topic, Int32(clamping: payload.count), payload, 1, true))
        unanswered += 1
    }

    func subscribe(to topic: String) throws(MQTTFault) {
        try check(mosquitto_subscribe(handle, nil, topic, 0))
    }

    /// Sends and receives, waits for more at most as long as the limit, and keeps the connection alive.
    ///
    /// - Parameter waker: a descriptor; the wait ends as soon as it is readable.
    func step(waker: Int32, within limit: Duration) throws(MQTTFault) {
        let connection = mosquitto_socket(handle)
        guard connection >= 0 else { throw refusal ?? lost(remark) }
        let interest = Int16(POLLIN) | (mosquitto_want_write(handle) ? Int16(POLLOUT) : 0)
        var broker = pollfd(fd: connection, events: interest, revents: 0)
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { polled in
            polled.initializeElement(at: 0, to: broker)
            polled.initializeElement(at: 1, to: pollfd(fd: waker, events: Int16(POLLIN), revents: 0))
            poll(polled.baseAddress, 2, Int32(clamping: limit.wholeMilliseconds))
            broker = polled.first ?? broker
        }
        if broker.revents & ~Int16(POLLOUT) != 0 { try read() }
        if mosquitto_want_write(handle) { try went(mosquitto_loop_write(handle, 1)) }
        try went(mosquitto_loop_misc(handle))
    }

    private func read() throws(MQTTFault) {
        // TLS may have received more than one packet, and then the socket is not readable for the rest.
        for _ in 0..<Self.mostPackets {
            errno = 0
            let code = adhan_mosquitto_read(handle)
            let isEmpty = errno == EAGAIN
            try went(code)
            if isEmpty || mosquitto_socket(handle) < 0 { return }
        }
    }

    /// Says goodbye, so that the broker does not publish the will; within the limit.
    func disconnect(within limit: Duration) {
        let end = BootClock.now() + limit
        do {
            // The library closes the connection right behind its goodbye. With an answer of the broker unread, the
            // kernel would reset the connection, and the broker could lose the goodbye.
            while unanswered > 0, BootClock.now() < end {
                try step(waker: -1, within: .milliseconds(100))
            }
            try check(mosquitto_disconnect(handle))
            while BootClock.now() < end { try step(waker: -1, within: .milliseconds(100)) }
        } catch {
            // The connection has ended.
        }
    }

    private func check(_ code: Int32) throws(MQTTFault) {
        if code != MOSQ_ERR_SUCCESS.code { throw fault(code, errno) { .library($0) } }
    }

    private func went(_ code: Int32) throws(MQTTFault) {
        let number = errno
        if let refusal { throw refusal }
        if code != MOSQ_ERR_SUCCESS.code { throw fault(code, number, otherwise: lost) }
    }

    private func lost(_ reason: String?) -> MQTTFault {
        isAccepted ? .lost(reason ?? "it is closed") : .noBroker(reason ?? "it is closed")
    }

    private func fault(_ code: Int32, _ number: Int32, otherwise: (String) -> MQTTFault) -> MQTTFault {
        switch code {
        case MOSQ_ERR_TLS.code, MOSQ_ERR_TLS_HANDSHAKE.code:
            return .untrusted(remark ?? String(cString: mosquitto_strerror(code)))
        case MOSQ_ERR_ERRNO.code: return otherwise(String(cString: strerror(number)))
        case MOSQ_ERR_NOMEM.code: return .tooLong
        case MOSQ_ERR_EAI.code: return otherwise("its name is not known")
        case MOSQ_ERR_KEEPALIVE.code: return otherwise("the broker does not answer any more")
        default: return otherwise(String(cString: mosquitto_strerror(code)))
        }
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { rawValue }
}
