import AdhanSupport

/// The facts that a box needs before it can call a prayer, in the order in which it is asked.
package enum SetupTopic: String, CaseIterable, Sendable, Codable {
    case place, timetable, method, device, recording, iqama, screen

    /// The topic, and those whose answers depend on its answer: with another place, another method is customary.
    package var andDependents: [SetupTopic] {
        switch self {
        case .place: [.place, .timetable, .method]
        case .timetable: [.timetable, .method]
        case .method, .device, .recording, .iqama, .screen: [self]
        }
    }

    /// Whether its answer may be the path of a file.
    var namesFiles: Bool { self == .timetable || self == .recording }
}

/// A topic as it is put to a person.
package struct SetupQuestion: Sendable, Equatable {
    package let topic: SetupTopic
    /// One short sentence.
    package let title: String
    /// How to answer, and what was found; a sentence each.
    package var notes: [String] = []
    /// Answers that may be chosen by their number, from 1.
    package var choices: [String] = []
    /// The answer that counts without another one; nil where there is nothing to propose.
    package var proposal: SetupProposal?
}

/// An answer that the box proposes.
package struct SetupProposal: Sendable, Equatable {
    package let words: String
    /// The lines of the config that it means.
    let changes: [ConfigChange]
    /// Whether it is a guess that a person has to confirm: a wrong place would mean wrong prayer times.
    package var isGuess = false
}

/// Why an answer is not taken, and what to answer instead.
package struct SetupRefusal: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// A way to calculate that the box proposes.
package struct MethodProposal: Sendable {
    package enum Source: String, Sendable, Codable {
        /// The config's own.
        case current
        /// Nearest to the mosque's timetable.
        case fitted
        /// Usual in the place's country.
        case customary
    }

    package let source: Source
    package let calculation: CalculationConfiguration
    /// Why it is customary; empty otherwise.
    package var reason = ""
    /// How near it comes to the timetable: 95 of 100 days are within so many minutes. Nil where nothing was compared.
    package var spread: Int?
}
