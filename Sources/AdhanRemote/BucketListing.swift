import AdhanCore
import CExpat

/// One page of ListObjectsV2, from its XML.
struct BucketListing {
    private(set) var objects: [BucketObject] = []
    /// Names the next page; nil for the last one.
    private(set) var next: String?

    /// The largest page, in bytes: a thousand keys of a thousand bytes, each percent-encoded, and what stands around them.
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
            { context, name in Page.of(context)?.end(name) }
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
            throw Flaw(reason: "is no XML from line \(XML_GetCurrentLineNumber(parser)) on (\(reason)), or was cut")
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
            // Bytes that are no UTF-8 stay encoded: the plan then refuses nothing that could be meant, and fetches what the key names.
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
        /// Whether the element's text is of use: much of a listing is not.
        private var isRead = false
        private var isContents = false
        private var object: (key: String?, etag: String?, size: Int?) = (nil, nil, nil)

        /// `ListBucketResult`, `Contents`, `Owner` and what is in it, with room to spare.
        private static let deepest = 16
        private static let longestText = 8192
        private static let fields = ["Key", "ETag", "Size"]

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
            if depth == 1, strcmp(name, "ListBucketResult") != 0 {
                return stop("is no listing of a bucket, but <\(OneLine.of(String(cString: name), limit: 80))>")
            }
            guard depth <= Self.deepest else { return stop("is nested too deeply for a listing") }
            if depth == 2 {
                isContents = strcmp(name, "Contents") == 0
                object = (nil, nil, nil)
            }
            isRead = depth == 2 || depth == 3 && isContents && Self.fields.contains { strcmp(name, $0) == 0 }
        }

        func text(_ piece: UnsafePointer<CChar>?, _ count: Int32) {
            guard flaw == nil, isRead, let piece, count > 0 else { return }
            guard text.count + Int(count) <= Self.longestText else {
                return stop("has a text of more than \(Self.longestText) bytes")
            }
            piece.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                text.append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
            }
        }

        func end(_ name: UnsafePointer<CChar>?) {
            guard flaw == nil, let name else { return }
            if depth == 3, isContents {
                if strcmp(name, "Key") == 0 { object.key = String(decoding: text, as: UTF8.self) }
                if strcmp(name, "ETag") == 0 { object.etag = String(decoding: text, as: UTF8.self) }
                if strcmp(name, "Size") == 0 { object.size = Int(String(decoding: text, as: UTF8.self)) }
            } else if depth == 2 {
                if isContents { return finishObject() }
                if strcmp(name, "IsTruncated") == 0 {
                    switch String(decoding: text, as: UTF8.self).lowercased() {
                    case "true": isTruncated = true
                    case "false": isTruncated = false
                    default: return stop("does not say whether it is whole")
                    }
                }
                if strcmp(name, "NextContinuationToken") == 0 { token = String(decoding: text, as: UTF8.self) }
                if strcmp(name, "EncodingType") == 0 { isEncoded = text.elementsEqual("url".utf8) }
            }
            depth -= 1
        }

        private func finishObject() {
            depth -= 1
            isContents = false
            guard let key = object.key, let etag = object.etag, etag.isHeaderValue, let size = object.size, size >= 0
            else { return stop("has an object without its key, ETag or size") }
            listed.append(BucketObject(key: key, etag: ETag(etag), size: size))
        }
    }
}
