import AdhanTestSupport
import Foundation
import Testing

/// The advice of status and doctor, over their texts.
struct AdviceTests {
    /// The string literals of all source files in these folders and files.
    private static func texts(_ paths: [String]) throws -> [String] {
        try paths.flatMap { path -> [String] in
            let whole = Binary.root + "/Sources/" + path
            let names = path.hasSuffix(".swift") ? [""] : try FileManager.default.contentsOfDirectory(atPath: whole)
            return try names.flatMap { name in
                let text = try String(contentsOfFile: name.isEmpty ? whole : "\(whole)/\(name)", encoding: .utf8)
                return text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }.map(
                    String.init
                )
            }
        }
    }

    @Test func `doctor never sends back to status, nor status to doctor`() throws {
        let doctor = try Self.texts(["adhand/Doctor"])
        #expect(doctor.count > 500 && doctor.filter { $0.contains("adhand status") } == [])
        let status = try Self.texts([
            "AdhanCaller/Status", "AdhanCaller/SelfTest", "AdhanCore/Schedule/Fault.swift",
            "AdhanCore/Schedule/SoundFacts.swift", "AdhanSupport/Control/Reports",
        ])
        #expect(status.count > 500 && status.filter { $0.contains("adhand doctor") } == [])
    }
}
