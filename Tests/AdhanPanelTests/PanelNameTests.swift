import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// The names of persons, places and uploads.
@Suite struct PanelNameTests {
    private let rig: PanelRig
    private let login: PanelRig.Answer

    init() throws {
        rig = try PanelRig()
        login = try rig.enter("Yusuf", .caretaker)
    }

    private func add(_ name: String) throws -> PanelRig.Answer {
        let person = ["name": name, "role": "committee", "secret": PanelRig.password]
        return try rig.post("/api/people/add", person, as: login)
    }

    /// Names of which the second looks like the first.
    private static let alike: [(name: String, other: String)] = [
        ("Amina", "Amína"), ("Amina", "ΑΜΙΝΑ"), ("Capa", "Сара"), ("Hamza So", "Hamza S0"), ("Bilal", "Bi1al"),
        ("Bilal", "BiIaI"), ("O'Brien", "O’Brien"), ("Zoe 2", "Zoë ٢"), ("محمد", "مُحَمَّد"), ("Iman", "İman"),
        ("علي", "على"), ("علي", "علی"), ("مالك", "مالک"), ("طه", "طہ"), ("محمد", "محمد\u{6DB}"), ("Ali", "A\u{196}i"),
        ("O'Brien", "OʻBrien"), ("O'Brien", "O‘Brien"), ("Bala", "Ɓala"), ("uoo", "սօօ"),
        ("Eva", "Ενα"), ("ENA", "ΕΝΑ"), ("Eva", "ЕѴА"), ("AYSE", "АҮЅЕ"), ("john", "յօհո"), ("Musa", "Musa."),
        ("Musa", "-Mu'sa_"), ("Mary Ann", "Mary_Ann"), ("فاطمة", "فاطمۃ"), ("علي", "علؠ"), ("قاسم", "ٯاسم"),
        ("Hadji", "Hadȷi"), ("Abu", "Aƅu"), ("Karim", "ĸarim"), ("Yusra", "Ƴusra"), ("Zayn", "Ƶayn"), ("Hadi", "Haɖi"),
        ("Fatima", "Faŧima"), ("Bilal", "Bɨlal"), ("Amina", "Arnina"), ("Anwar", "Anvvar"), ("カー", "力一"),
        ("Omar", "Omaʀ"), ("สำลี", "สํ\u{E32}ลี"), ("แก", "เเก"), ("ヘレン", "へレン"), ("ဝင်း", "၀င်း"), ("بلال", "ٮلال"),
    ]

    @Test func `a name that looks like another's is taken`() throws {
        for (name, other) in Self.alike {
            #expect(try add(name).status == 200, "\(name)")
            #expect(try add(other).error == "name-taken", "\(name) \(other)")
            let code = try rig.makeSetupCode()
            #expect(try rig.setUp(code, other).error == "name-taken", "\(name) \(other)")
            // The code stays usable, and a name that exists gets a new password.
            #expect(try rig.setUp(code, name.uppercased()).status == 200, "\(name)")
            try rig.service.store.remove(name)
        }
    }

    /// Names as people have them, in the languages of the page and in others.
    private static let usual = [
        "Ahmad أحمد", "عبد الرحمن", "فاطمة الزهراء", "عائشہ صدیقی", "غلام حسین", "محمد ہارون", "মোহাম্মদ রহিম",
        "ফাতেমা খাতুন",
        "Müller", "François Lefèvre", "Åsa Öberg", "Çağrı Şahin", "Gülsüm Işık", "İbrahim Yıldız", "Siti Nurhaliza",
        "Nor Azlin binti Abd. Rahman", "سيتي نورليذا", "Džemila Ćatić", "Đulaga Hodžić", "Ɗanjuma Ɓello",
        "Əli Məmmədov",
        "Oʻtkir", "O‘ktam", "ʿAbd al-Qādir", "Ḥasan ʾAmīn", "Юсуф Ибрагимов", "Σωκράτης", "မောင်", "马明", "やすお 田中", "김 민수",
        "ሙሐመድ",
        "މުޙައްމަދު", "अब्दुल करीम", "அப்துல்", "Zayd 2", "Mary-Ann O’Neil", "Nguyễn Văn", "Ñúñez",
    ]
    /// Names with signs, with joiners and in more scripts.
    private static let more = [
        "علی\u{200C}رضا", "র\u{200D}্যাব", "佐々木", "ジョージ", "さと美", "买买提·阿不都拉", "Gal·la", "H\u{331}amza\u{1E96}",
        "ג׳ורג׳", "བསྟན་འཛིན", "ⵎⵓⵃⴰⵎⵎⴷ", "ߡߎߤߊߡߡߊߘ", "𞤃𞤵𞤸𞤢𞤥𞤥𞤢𞤣", "ໝອນ", "ශ්\u{200D}රී", "Uld Ahmed",
        "Uidah", "Adhan Dogan",
    ]

    /// Names of adhand's, and names with characters that cannot be seen or told from others.
    private static let refused = [
        "adhand", "Adhand-Panel", "ADHΑND", "System", "r00t", "Unknown", "uid 0", "daemon", "\u{1D400}mina", "Ⓐmina",
        "Amina\u{200B}", "Am\u{E000}ina", "\u{AD}", "\u{3000}",
        "\u{251}mina", "B\u{26A}lal", "Bi\u{1C0}al", "\u{A4EE}ꓟꓲꓠꓮ", "Ꭺmina", "Am\u{5B4}ina", "Ami\u{64E}na",
        "\u{1D00}mina",
        "Amina\u{483}", "root.", " -root", "p.anel", "uid_0", ".", "-", "\u{301}", "Bi\u{A830}al", "Abd\u{4E00}Allah",
        "Aminа", "Ali\u{6E5}", "ⲁⲙⲓⲛⲁ", "أحمدAhmad", "a" + String(repeating: "\u{301}", count: 40), "〇mar", "Amina美",
        "\u{200C}", "adh\u{200C}and",
        "uid", "ب" + String(repeating: "\u{64B}\u{200C}", count: 9), "a" + String(repeating: "\u{301}", count: 6),
    ]

    @Test func `names that look different stand beside one another, and others are refused`() throws {
        let plain = ["Ali", "علي", "أمينة", "امينه", "Амина", "Amina", "আমিনা", "Ömer Faruk", "Umar", "คำ"]
        for names in [Self.usual, plain + Self.more] {
            for name in names { #expect(try add(name).status == 200, "\(name)") }
            for name in names { try rig.service.store.remove(name) }
        }
        for name in Self.refused { #expect(try add(name).error == "bad-name", "\(name)") }
        for name in ["Амина", "محمد علي", "فاطمہ", "O'Brien-Smith 2", "আমিনা", "Amina Амина"] {
            #expect(PanelAccount.name(name) == name)
        }
    }

    @Test(arguments: [
        ("علی\u{200C}رضا\u{200F}", ["علیرضا", "علی\u{200C}رضا"]), ("Jos\u{E9}", ["JOSE\u{301}"]),
        ("Strauß Σάμος", ["STRAUSS ΣΆΜΟΣ"]),
    ])
    func `a name has one account, however its letters are made, with joiners and without`(
        name: String,
        spellings: [String]
    ) throws {
        #expect(try add(name).status == 200)
        for spelling in spellings { #expect(try rig.logIn(spelling).status == 200, "\(spelling)") }
    }

    private func upload(_ name: String) throws -> PanelRig.Answer {
        let samples = MP3Fixture.phrase(seconds: 3, channels: 1)
        let file = try MP3Fixture.encode(samples, channels: 1, in: rig.directory, name: "a.mp3")
        let text = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return try rig.upload("/api/sound/upload?name=\(text)", TestDirectory.bytes(of: file), as: login)
    }

    @Test
    func `a recording has one name, however its letters are made, and the place's name is one line that can be seen`()
        throws
    {
        for (name, title) in [
            ("Prie\u{300}re.mp3", "Pri\u{E8}re.mp3"), ("Pri\u{E8}re.mp3", "Pri\u{E8}re.mp3"),
            ("  \u{3000}.mp3", "recording.mp3"), ("\u{200B}\u{2060}.mp3", "recording.mp3"),
            ("می\u{200C}خوانیم\u{200C}.mp3", "می\u{200C}خوانیم\u{200C}.mp3"),
            ("adhan\u{202E}3pm.mp3", "adhan3pm.mp3"), ("a\u{E000}\u{200F}b \n c.MP3", "ab c.mp3"),
        ] {
            let given = try #require(try upload(name).json["title"] as? String)
            #expect(Array(given.unicodeScalars) == Array(title.unicodeScalars), "\(given.unicodeScalars.map(\.value))")
        }
        #expect(try rig.service.store.recordings().count == 5)
        // So is a name from the config shown.
        #expect(RecordingName("/srv/adhan\u{202E}3pm.mp3", sha256: nil).description == "adhan3pm.mp3")
        #expect(RecordingName("/srv/\u{200B}", sha256: nil).description == "?")
        // The place's name.
        func save(_ name: String) throws -> PanelRig.Answer {
            let place: [String: Any] = [
                "name": name, "latitude": 53.6, "longitude": -2.15, "timezone": "Europe/London",
            ]
            let base = try rig.service.settings.draft().revision
            let body: [String: Any] = ["base": base, "form": ["place": place]]
            return try rig.post("/api/setup/save", body, as: login)
        }
        #expect(try save(" \u{200B}\u{3000}").error == "wrong-setup")
        let saved = try save(" Mosque\u{202E} of Orle\u{301}ans\u{E000} ")
        #expect(saved.status == 200, "\(saved.text)")
        let name = try rig.service.settings.draft().configuration.place.place.name
        #expect(Array(name.unicodeScalars) == Array("Mosque of Orl\u{E9}ans".unicodeScalars))
    }
}
