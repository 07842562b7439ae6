import AdhanCore
import CExpat

/// One page of ListObjectsV2, from its XML.
struct BucketListing {
    private(set) var objects: [BucketObject] = []
    /// Names the next page; nil for the last one.
    private(set) var next: String?

    /// The largest page, in bytes: a thousand keys of a thousand bytes, percent-encoded, in their elements.
    static let sizeLimit = 8 << 20

    /// Why it is no page of a listing. The end of a sentence that begins with the address.
    struct Flaw: Error {
        let reason: String
    }

    /// - Throws: `Flaw`, also for a page that does not say whether it is the last one.
    init(_ bytes: [UInt8]) throws(Flaw) {
        guard let parser = XML_ParserCreate(nil) else { throw Flaw(reason: "there is no memory to read the listing") }
        defer { XML_ParserFree(parser) }
        let page = Page(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(page).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, _ in Page.of(context)?.begin(name) },
            { context, _ in Page.of(context)?.end() }
        )
        XML_SetCharacterDataHandler(parser) { context, text, count in Page.of(context)?.text(text, count) }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            Page.of(context)?.stop("has a document type, which no listing has")
        }
        let status = bytes.withUnsafeBytes { raw in
            XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(clamping: raw.count), 1)
        }
        if let flaw = withExtendedLifetime(page, { page.flaw }) { throw flaw }
        guard status == XML_STATUS_OK else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
            throw Flaw(reason: "is no XML from line \(adhan_xml_line(parser)) on (\(reason)), or was cut")
        }
        guard let isTruncated = page.isTruncated else { throw Flaw(reason: "does not say whether it is whole") }
        if isTruncated {
            guard let token = page.token, !token.isEmpty else {
                throw Flaw(reason: "has a next page, but does not name it")
            }
            next = token
        }
        objects = try page.listed.map { listed throws(Flaw) in
            guard page.isEncoded else { return listed }
            // Bytes that are no UTF-8 stay encoded, and no name of a file could be made of them.
            guard let key = S3Bucket.key(listed: listed.key) else {
                throw Flaw(reason: "names an object whose key is no UTF-8: \(listed.key); rename it")
            }
            return BucketObject(key: key, etag: listed.etag, size: listed.size)
        }
    }

    /// What the parser's callbacks share.
    private final class Page {
        private(set) var listed: [BucketObject] = []
        private(set) var isTruncated: Bool?
        private(set) var token: String?
        private(set) var isEncoded = false
        private(set) var flaw: Flaw?
        private let parser: XML_Parser
        private var depth = 0
        private var text: [UInt8] = []
        /// The element whose text is read; nil in an unused one.
        private var field: Field?
        private var isContents = false
        private var object: (key: String?, etag: String?, size: Int?) = (nil, nil, nil)

        /// `ListBucketResult`, `Contents`, `Owner` and its children, with room to spare.
        private static let deepest = 16
        private static let longestText = 8192

        private enum Field { case key, etag, size, isTruncated, token, encoding }

        init(_ parser: XML_Parser) { self.parser = parser }

        static func of(_ context: UnsafeMutableRawPointer?) -> Page? {
            context.map { Unmanaged<Page>.fromOpaque($0).takeUnretainedValue() }
        }

        func stop(_ reason: String) {
            flaw = flaw ?? Flaw(reason: reason)
            XML_StopParser(parser, 0)
        }

        func begin(_ name: UnsafePointer<CChar>?) {
            guard flaw == nil, let name else { return }
            depth += 1
            text.removeAll(keepingCapacity: true)
            field = nil
            guard depth <= Self.deepest else { return stop("is nested too deeply for a listing") }
            switch depth {
            case 1:
                if !Self.isEqual(name, "ListBucketResult") {
                    stop("is no listing of a bucket, but <\(OneLine.of(String(cString: name), limit: 80))>")
                }
            case 2:
                isContents = Self.isEqual(name, "Contents")
                object = (nil, nil, nil)
                if !isContents { field = Self.field(name, of: Self.pageFields) }
            case 3 where isContents: field = Self.field(name, of: Self.objectFields)
            default: break
            }
        }

        private static let pageFields: [(StaticString, Field)] = [
            ("IsTruncated", .isTruncated), ("NextContinuationToken", .token), ("EncodingType", .encoding),
        ]
        private static let objectFields: [(StaticString, Field)] = [("Key", .key), ("ETag", .etag), ("Size", .size)]

        private static func field(_ name: UnsafePointer<CChar>, of fields: [(StaticString, Field)]) -> Field? {
            fields.first { isEqual(name, $0.0) }?.1
        }

        /// Without making a String: there are tens of thousands.
        private static func isEqual(_ name: UnsafePointer<CChar>, _ other: StaticString) -> Bool {
            strcmp(name, UnsafeRawPointer(other.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
        }

        func text(_ piece: UnsafePointer<CChar>?, _ count: Int32) {
            guard flaw == nil, field != nil, let piece, count > 0 else { return }
            guard text.count + Int(count) <= Self.longestText else {
                return stop("has a text of more than \(Self.longestText) bytes")
            }
            piece.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                text.append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
            }
        }

        func end() {
            guard flaw == nil else { return }
            if depth == 2, isContents { finishObject() }
            let value = field == nil ? "" : String(decoding: text, as: UTF8.self)
            switch field {
            case .key: object.key = value
            case .etag: object.etag = value
            case .size: object.size = Int(value)
            case .isTruncated:
                isTruncated = ["true": true, "false": false][value.lowercased()]
                if isTruncated == nil { stop("does not say whether it is whole") }
            case .token: token = value
            case .encoding: isEncoded = value == "url"
            case nil: break
            }
            field = nil
            depth -= 1
        }

        private func finishObject() {
            isContents = false
            guard let key = object.key, let etag = object.etag, etag.isHeaderValue, let size = object.size, size >= 0
            else { return stop("has an object without its key, ETag or size") }
            listed.append(BucketObject(key: key, etag: ETag(etag), size: size))
        }
    }
}
