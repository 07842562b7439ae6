import AdhanCore
import CExpat
import Glibc

/// What a part's XML consists of, one after another. Names are without their prefix: `c` for `x:c`.
protocol XMLReceiver: AnyObject {
    func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault)
    /// A piece of text; one text may come in several.
    func text(_ piece: UnsafeBufferPointer<UInt8>)
    func end(_ name: String) throws(SpreadsheetFault)
}

extension XMLReceiver {
    func text(_ piece: UnsafeBufferPointer<UInt8>) {}
    func end(_ name: String) {}
}

/// Parses a part's XML. A document type ends it, and with it every entity that could multiply the text.
enum XMLEvents {
    static func parse(_ bytes: [UInt8], part: String, to receiver: some XMLReceiver) throws(SpreadsheetFault) {
        guard let parser = XML_ParserCreate(nil) else { throw .tooMuch("there is no memory for \(part)") }
        defer { XML_ParserFree(parser) }
        let session = Session(parser, part, receiver)
        XML_SetUserData(parser, Unmanaged.passUnretained(session).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in Session.of(context)?.begin(name, attributes) },
            { context, name in Session.of(context)?.end(name) }
        )
        XML_SetCharacterDataHandler(parser) { context, text, count in Session.of(context)?.text(text, count) }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            guard let session = Session.of(context) else { return }
            session.stop(.documentType(part: session.part))
        }
        let status = bytes.withUnsafeBytes { feed(parser, $0, session) }
        // The parser has no reference to it of its own.
        let fault = withExtendedLifetime(session) { session.fault }
        if let fault { throw fault }
        guard status == XML_STATUS_OK else {
            let code = XML_GetErrorCode(parser)
            let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
            throw .notXML(part: part, line: Int(clamping: adhan_xml_line(parser)), reason)
        }
    }

    /// Feeds the parser piece by piece, so that a single tag costs no more memory than its limit.
    private static func feed(_ parser: XML_Parser, _ bytes: UnsafeRawBufferPointer, _ session: Session) -> XML_Status {
        var fed = 0
        while true {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[fed..<min(fed + block, bytes.count)])
            fed += piece.count
            let text = piece.bindMemory(to: CChar.self).baseAddress
            let status = XML_Parse(parser, text, Int32(piece.count), fed == bytes.count ? 1 : 0)
            guard status == XML_STATUS_OK, fed < bytes.count else { return status }
            // Where the parser waits for the end of a tag, the last event lies before it.
            guard fed - max(Int(adhan_xml_byte(parser)), 0) <= SpreadsheetLimits.tag else {
                session.stop(.tooMuch("\(session.part) has a tag of more than \(SpreadsheetLimits.tag) bytes"))
                return XML_STATUS_ERROR
            }
        }
    }

    /// Bytes that are parsed at once.
    private static let block = 1 << 14

    private final class Session {
        let part: String
        private(set) var fault: SpreadsheetFault?
        private let parser: XML_Parser
        private let receiver: any XMLReceiver
        private var depth = 0
        /// Of elements and attributes: the parser keeps each of them until its end.
        private var names: Set<String> = []

        init(_ parser: XML_Parser, _ part: String, _ receiver: any XMLReceiver) {
            (self.parser, self.part, self.receiver) = (parser, part, receiver)
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> Session? {
            context.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
        }

        func stop(_ fault: SpreadsheetFault) {
            self.fault = self.fault ?? fault
            XML_StopParser(parser, 0)
        }

        func begin(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
            // After it was stopped, the parser may still report the end of an empty element.
            guard fault == nil, let name else { return }
            depth += 1
            guard depth <= SpreadsheetLimits.depth else { return stop(.tooMuch("\(part) is nested too deeply")) }
            var attributes: [String: String] = [:]
            var next = list
            note(name)
            while let pair = next, let key = pair.pointee, let value = (pair + 1).pointee, fault == nil {
                note(key)
                attributes[Self.local(key)] = String(cString: value)
                next = pair + 2
            }
            guard fault == nil else { return }
            do throws(SpreadsheetFault) { try receiver.begin(Self.local(name), attributes) } catch { stop(error) }
        }

        private func note(_ name: UnsafePointer<CChar>) {
            names.insert(String(cString: name))
            if names.count > SpreadsheetLimits.names { stop(.tooMuch("\(part) has too many names")) }
        }

        func text(_ text: UnsafePointer<CChar>?, _ count: Int32) {
            guard fault == nil, let text else { return }
            text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                receiver.text(UnsafeBufferPointer(start: $0, count: Int(count)))
            }
        }

        func end(_ name: UnsafePointer<CChar>?) {
            guard fault == nil, let name else { return }
            depth -= 1
            do throws(SpreadsheetFault) { try receiver.end(Self.local(name)) } catch { stop(error) }
        }

        private static func local(_ name: UnsafePointer<CChar>) -> String {
            String(cString: strrchr(name, 0x3A).map { UnsafePointer($0) + 1 } ?? name)
        }
    }
}
