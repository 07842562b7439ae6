import CMicroHTTPD
import Glibc

/// An answer of the server, made once and sent as often as it is asked for.
package final class WebAnswer: Sendable {
    /// The headers that any answer has.
    private static let always = [
        ("Content-Security-Policy", policy()), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The rule of what a browser may do with an answer: nothing but show it, with scripts and styles of this server
    /// alone.
    ///
    /// - Parameters:
    ///   - hasFrames: whether the page shows another page of this server in a frame.
    ///   - isFramed: whether a page of this server may show it in a frame.
    package static func policy(hasFrames: Bool = false, isFramed: Bool = false) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
            + "media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            + "\(hasFrames ? "frame-src 'self'; " : "")frame-ancestors \(isFramed ? "'self'" : "'none'")"
    }

    package let status: UInt32
    let isStream: Bool
    /// How many bytes of memory it takes.
    let size: Int
    /// libmicrohttpd counts who uses it, on any thread.
    nonisolated(unsafe) private let response: OpaquePointer?

    /// - Parameter body: copied.
    package init(_ status: UInt32, _ type: String, _ body: [UInt8], _ headers: [(String, String)] = []) {
        (self.status, isStream, size) = (status, false, body.count)
        response = body.withUnsafeBytes { adhan_response($0.baseAddress, $0.count) }
        add([("Content-Type", type)] + headers)
    }

    /// A part of an open file, which is closed with the answer.
    init(_ status: UInt32, _ type: String, file: Int32, _ part: Range<Int>, _ headers: [(String, String)]) {
        (self.status, isStream, size) = (status, false, 0)
        response = adhan_file(file, UInt64(part.lowerBound), UInt64(part.count))
        if response == nil { close(file) }
        add([("Content-Type", type)] + headers)
    }

    /// An event stream.
    init(_ stream: EventStream) {
        (status, isStream, size) = (200, true, 0)
        let context = Unmanaged.passRetained(stream)
        response = adhan_stream(
            16_384,
            { context, _, buffer, room in
                guard let context, let buffer else { return adhan_end_of_stream }
                return Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue().read(
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: room)
                )
            },
            context.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue().end()
            }
        )
        if response == nil { context.release() }
        add([("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")])
    }

    deinit { if let response { MHD_destroy_response(response) } }

    private func add(_ headers: [(String, String)]) {
        guard let response else { return }
        let given = Set(headers.map(\.0))
        for (name, value) in Self.always.filter({ !given.contains($0.0) }) + headers {
            MHD_add_response_header(response, name, value)
        }
    }

    /// Without memory the connection is closed.
    func send(on connection: OpaquePointer) -> MHD_Result {
        guard let response else { return .NO }
        return MHD_queue_response(connection, status, response)
    }
}

extension WebAnswer {
    package static func json(_ status: UInt32 = 200, _ text: String) -> WebAnswer {
        WebAnswer(status, "application/json", Array(text.utf8) + [UInt8(ascii: "\n")], [("Cache-Control", "no-store")])
    }

    package static func text(_ status: UInt32, _ words: String, _ headers: [(String, String)] = []) -> WebAnswer {
        WebAnswer(status, "text/plain; charset=utf-8", Array((words + "\n").utf8), headers)
    }
}
