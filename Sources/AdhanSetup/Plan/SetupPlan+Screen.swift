import AdhanCore
import AdhanSupport

extension SetupPlan {
    private static let key = "display.languages"

    var screenQuestion: SetupQuestion {
        SetupQuestion(
            topic: .screen,
            title: "Is there a screen for the page with the times?",
            notes: [
                "Write one or two languages of the page: en, ar. It has \(Self.all.joined(separator: " ")). "
                    + "Write no if there is no screen."
            ],
            proposal: screenProposal
        )
    }

    /// The page's languages, or that there is none.
    var screenWords: String {
        if wantsScreen { return configuration.display.languages.map(\.rawValue).joined(separator: ", ") }
        return box.servesDisplay
            ? "the page stays on. To turn it off: sudo systemctl disable --now adhand-display" : "no screen"
    }

    private static var all: [String] { DisplayConfiguration.Language.allCases.map(\.rawValue) }

    private var screenProposal: SetupProposal {
        if wasSetUp {
            let languages = configuration.display.languages.map(\.rawValue).joined(separator: ", ")
            return SetupProposal(words: box.servesDisplay ? languages : "no, as now", changes: [])
        }
        let languages = usualLanguages
        return SetupProposal(words: languages.joined(separator: ", "), changes: Self.lines(languages))
    }

    /// The languages for a screen at the place: that of most people there, and Arabic.
    package var usualLanguages: [String] {
        let zone = configuration.place.place.timezone
        let country = (try? SystemZones.country(of: zone)) ?? nil  // reason: English counts then
        let own = Self.language(of: country)
        return own == "ar" ? [own] : [own, "ar"]
    }

    mutating func answerScreen(_ text: String) throws(SetupRefusal) {
        let words = text.lowercased().split { " ,;".contains($0) }.map(String.init)
        if ["no", "none", "n", "-"].contains(words.joined()) {
            try take(.screen, [])
            wantsScreen = false
            return
        }
        try take(.screen, Self.lines(words))
        wantsScreen = true
    }

    /// Takes the screen's languages as they were shown.
    ///
    /// - Throws: `SetupRefusal` where the config's reader refuses them.
    package mutating func choose(languages: [String]) throws(SetupRefusal) { try take(.screen, Self.lines(languages)) }

    private static func lines(_ languages: [String]) -> [ConfigChange] {
        [ConfigChange(key: key, to: .texts(languages))]
    }

    /// The language of the page that most people of a country read; English where none of the page's is.
    private static func language(of country: String?) -> String {
        let languages: [(String, Set<String>)] = [
            ("tr", ["TR", "CY"]), ("fr", ["FR", "BE", "MC", "SN", "ML", "CI"]), ("de", ["DE", "AT", "CH", "LI"]),
            ("ur", ["PK"]), ("bn", ["BD"]), ("id", ["ID"]), ("sv", ["SE"]),
            (
                "ar",
                [
                    "SA", "YE", "AE", "BH", "OM", "KW", "QA", "JO", "PS", "EG", "SD", "LY", "SY", "LB", "IQ", "DZ",
                    "TN", "MA", "EH", "MR",
                ]
            ),
        ]
        return languages.first { country.map($0.1.contains) ?? false }?.0 ?? "en"
    }
}
