import AdhanCore

/// The recordings of a config, decoded once, as the daemon would find them.
package struct CheckedRecordings: Sendable {
    package struct Checked: Sendable {
        /// The path in the config.
        package let name: String
        /// The file that plays; nil if none does.
        package let file: String?
        /// The current sound; nil if nothing plays.
        fileprivate let check: SoundCheck?
        /// What is wrong with the file that comes first.
        package let fault: AudioError?

        /// The current sound as a sentence; nil if nothing plays.
        package var words: String? { file.flatMap { check?.words($0) } }

        /// The fault as a sentence, with what sounds instead.
        package var problem: String? {
            fault.map { fault in "\(fault.problem)\(file.map { "; \($0) sounds instead" } ?? "")" }
        }
    }

    package let all: [Checked]

    /// It may block, and takes about a second of CPU per ten minutes of sound on a small box.
    ///
    /// - Parameter candidates: the files for a path of the config; the first that plays wins.
    package init(_ names: [String], candidates: (String) -> [String]) {
        all = names.map { name in
            var fault: AudioError?
            for file in candidates(name) {
                do throws(AudioError) {
                    return Checked(name: name, file: file, check: try SoundCheck.verify(file), fault: fault)
                } catch {
                    fault = fault ?? error
                }
            }
            return Checked(name: name, file: nil, check: nil, fault: fault)
        }
    }

    package var facts: [String: SoundFacts.Recording] {
        all.reduce(into: [:]) { facts, checked in
            if let file = checked.file ?? checked.fault?.audibleFile {
                facts[checked.name] = .plays(file: file, sha256: checked.check?.sha256)
            } else if let fault = checked.fault {
                facts[checked.name] = .broken(fault.problem, remedy: fault.remedy)
            }
        }
    }
}
