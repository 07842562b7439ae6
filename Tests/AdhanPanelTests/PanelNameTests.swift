import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// The names of persons, places and uploads.
@Suite struct PanelNameTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    private func add(_ name: String, _ login: PanelRig.Answer) throws -> PanelRig.Answer {
        let person = ["name": name, "role": "committee", "secret": PanelRig.password]
        return try rig.post("/api/people/add", person, cookie: login.cookie, token: login.token)
    }

    @Test(arguments: [
        ("Amina", "Amína"), ("Amina", "ΑΜΙΝΑ"), ("Capa", "Сара"), ("Hamza So", "Hamza S0"), ("Bilal", "Bi1al"),
        ("Bilal", "BiIaI"), ("O'Brien", "O’Brien"), ("Zoe 2", "Zoë ٢"), ("محمد", "مُحَمَّد"), ("Iman", "İman"),
        ("علي", "على"), ("علي", "علی"), ("مالك", "مالک"), ("طه", "طہ"), ("محمد", "محمد\u{6DB}"), ("Ali", "A\u{196}i"),
        ("O'Brien", "OʻBrien"), ("O'Brien", "O‘Brien"), ("Bala", "Ɓala"), ("uoo", "սօօ"),
        ("Eva", "Ενα"), ("ENA", "ΕΝΑ"), ("Eva", "ЕѴА"), ("AYSE", "АҮЅЕ"), ("john", "յօհո"), ("Musa", "Musa."),
        ("Musa", "-Mu'sa_"), ("Mary Ann", "Mary_Ann"), ("فاطمة", "فاطمۃ"), ("علي", "علؠ"), ("قاسم", "ٯاسم"),
        ("Hadji", "Hadȷi"), ("Abu", "Aƅu"), ("Karim", "ĸarim"), ("Yusra", "Ƴusra"), ("Zayn", "Ƶayn"), ("Hadi", "Haɖi"),
        ("Fatima", "Faŧima"), ("Bilal", "Bɨlal"), ("Amina", "Arnina"), ("Anwar", "Anvvar"), ("カー", "力一"),
    ])
    func `a name that looks like another's is taken`(name: String, other: String) throws {
        try rig.add("Yusuf", .caretaker)
        let login = try rig.logIn("Yusuf")
        #expect(try add(name, login).status == 200)
        #expect(try add(other, login).error == "name-taken")
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        let setup = ["code": code, "name": other, "password": PanelRig.password]
        #expect(try rig.post("/api/setup", setup).error == "name-taken")
        // The code stays usable, and a name that exists gets a new password.
        #expect(try rig.post("/api/setup", setup.merging(["name": name.uppercased()]) { $1 }).status == 200)
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
        "ג׳ורג׳", "བསྟན་འཛིན", "ⵎⵓⵃⴰⵎⵎⴷ", "ߡߎߤߊߡߡߊߘ", "𞤃𞤵𞤸𞤢𞤥𞤥𞤢𞤣", "ໝອນ",
    ]

    @Test(arguments: [
        usual, ["Ali", "علي", "أمينة", "امينه", "Амина", "Amina", "আমিনা", "Ömer Faruk", "Umar", "คำ"] + more,
    ])
    func `names that look different stand beside one another`(names: [String]) throws {
        try rig.add("Yusuf", .caretaker)
        let login = try rig.logIn("Yusuf")
        for name in names { #expect(try add(name, login).status == 200, "\(name)") }
    }

    @Test(arguments: [
        "adhand", "Adhand-Panel", "ADHΑND", "System", "r00t", "Unknown", "uid 0", "daemon", "\u{1D400}mina", "Ⓐmina",
        "Amina\u{200B}", "Am\u{E000}ina", "\u{AD}", "\u{3000}",
        "\u{251}mina", "B\u{26A}lal", "Bi\u{1C0}al", "\u{A4EE}ꓟꓲꓠꓮ", "Ꭺmina", "Am\u{5B4}ina", "Ami\u{64E}na",
        "\u{1D00}mina",
        "Amina\u{483}", "root.", " -root", "p.anel", "uid_0", ".", "-", "\u{301}", "Bi\u{A830}al", "Abd\u{4E00}Allah",
        "Aminа", "Ali\u{6E5}", "ⲁⲙⲓⲛⲁ", "أحمدAhmad", "a" + String(repeating: "\u{301}", count: 40), "〇mar", "Amina美",
        "\u{200C}", "adh\u{200C}and",
    ])
    func `a name of adhand's, and one with characters that cannot be seen, is refused`(name: String) throws {
        try rig.add("Yusuf", .caretaker)
        #expect(try add(name, try rig.logIn("Yusuf")).error == "bad-name")
    }

    @Test func `a name has one account, with joiners and without`() throws {
        try rig.add("Yusuf", .caretaker)
        #expect(try add("علی\u{200C}رضا\u{200F}", try rig.logIn("Yusuf")).status == 200)
        for name in ["علیرضا", "علی\u{200C}رضا"] { #expect(try rig.logIn(name).status == 200, "\(name)") }
    }

    private func upload(_ name: String, _ login: PanelRig.Answer) throws -> PanelRig.Answer {
        let samples = MP3Fixture.phrase(seconds: 3, channels: 1)
        let bytes = TestDirectory.bytes(
            of: try MP3Fixture.encode(samples, channels: 1, in: rig.directory, name: "a.mp3")
        )
        let headers = [
            "Content-Type: application/octet-stream", "Origin: https://localhost", "Sec-Fetch-Site: same-origin",
            "X-Adhand-Token: \(login.token)",
        ]
        let text = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return try rig.ask("/api/sound/upload?name=\(text)", "POST", cookie: login.cookie, headers, bytes)
    }

    @Test func `a recording has one name, however its letters are made, without what cannot be seen`() throws {
        try rig.add("Yusuf", .caretaker)
        let login = try rig.logIn("Yusuf")
        for (name, title) in [
            ("Prie\u{300}re.mp3", "Pri\u{E8}re.mp3"), ("Pri\u{E8}re.mp3", "Pri\u{E8}re.mp3"),
            ("  \u{3000}.mp3", "recording.mp3"), ("\u{200B}\u{2060}.mp3", "recording.mp3"),
            ("می\u{200C}خوانیم\u{200C}.mp3", "می\u{200C}خوانیم\u{200C}.mp3"),
            ("adhan\u{202E}3pm.mp3", "adhan3pm.mp3"), ("a\u{E000}\u{200F}b \n c.MP3", "ab c.mp3"),
        ] {
            let given = try #require(try upload(name, login).json["title"] as? String)
            #expect(Array(given.unicodeScalars) == Array(title.unicodeScalars), "\(given.unicodeScalars.map(\.value))")
        }
        #expect(try rig.service.store.recordings().count == 5)
    }

    @Test func `a recording's name from the config is shown without what cannot be seen`() {
        #expect(RecordingName("/srv/adhan\u{202E}3pm.mp3", sha256: nil).description == "adhan3pm.mp3")
        #expect(RecordingName("/srv/\u{200B}", sha256: nil).description == "?")
    }

    @Test func `the place's name is one line that can be seen`() throws {
        try rig.add("Yusuf", .caretaker)
        let login = try rig.logIn("Yusuf")
        func save(_ name: String) throws -> PanelRig.Answer {
            let place: [String: Any] = [
                "name": name, "latitude": 53.6, "longitude": -2.15, "timezone": "Europe/London",
            ]
            let base = try rig.service.settings.draft().revision
            let body: [String: Any] = ["base": base, "form": ["place": place]]
            return try rig.post("/api/setup/save", any: body, cookie: login.cookie, token: login.token)
        }
        #expect(try save(" \u{200B}\u{3000}").error == "wrong-setup")
        let saved = try save(" Mosque\u{202E} of Orle\u{301}ans\u{E000} ")
        #expect(saved.status == 200, "\(saved.text)")
        let name = try rig.service.settings.draft().configuration.place.place.name
        #expect(Array(name.unicodeScalars) == Array("Mosque of Orl\u{E9}ans".unicodeScalars))
    }
}
