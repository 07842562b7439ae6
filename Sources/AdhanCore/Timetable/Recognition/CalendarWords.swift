/// The names of months and weekdays in the languages of timetables, as `CellText.words` has them.
enum CalendarWords {
    /// The month, 1…12, of a word: its whole name, or its first three letters or more. Of a word that means two months the first one.
    static func month(_ word: String) -> Int? {
        if let meanings = doubtful[word] { return meanings.first }
        if let month = months[word] { return month }
        guard word.unicodeScalars.count >= 3, let found = monthBeginnings[word] else { return nil }
        return found.count == 1 ? found.first : nil
    }

    /// The only month that a text names, also as the two words that some Arabic months have.
    ///
    /// - Parameter isOther: whether a word that means two months is taken for the second one.
    static func month(in words: [String], isOther: Bool = false) -> Int? {
        if let meanings = meanings(in: words) { return isOther ? meanings.other : meanings.first }
        let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
        if let month = pairs.lazy.compactMap({ months[$0] }).first { return month }
        let found = Set(words.compactMap { month($0) })
        return found.count == 1 ? found.first : nil
    }

    /// The two months that the only month of a text may be; nil if it names one that is clear, several or none.
    static func meanings(in words: [String]) -> (first: Int, other: Int)? {
        let found = words.compactMap { doubtful[$0] }
        guard found.count == 1, !words.contains(where: { doubtful[$0] == nil && month($0) != nil }) else { return nil }
        return found.first
    }

    /// The names of the months, for a person.
    static let english = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// October in Croatia, November in Poland and the Czech lands.
    private static let doubtful = ["listopad": (first: 10, other: 11), "listopada": (first: 10, other: 11)]

    /// Whether a text names Ramadan, or the fast as it is called in Malay.
    static func isRamadan(_ words: [String]) -> Bool {
        words.contains { word in ramadan.contains { word.hasPrefix($0) } }
    }

    private static let ramadan = [
        "ramadan", "ramadhan", "ramadaan", "ramadhaan", "ramazan", "ramzan", "ramzaan", "ramazon", "ramazani", "puasa",
        "رمضان", "рамадан", "рамазан", "রমজান", "রমযান",
    ].map { folded($0) }

    /// The weekdays that a word may name, 0 for Sunday: `ma` is Monday in Dutch, and Tuesday in French.
    static func weekdays(_ word: String) -> Set<Int> {
        word.unicodeScalars.count >= 2 ? weekdayBeginnings[word] ?? [] : []
    }

    /// What the names may be shortened to. A file has a million words, and is not to be compared with each name.
    private static let monthBeginnings = beginnings(months.map { ($0.key, $0.value) })
    private static let weekdayBeginnings = beginnings(
        weekdays.enumerated().flatMap { day, names in names.map { ($0, day) } }
    )

    private static func beginnings(_ names: [(name: String, value: Int)]) -> [String: Set<Int>] {
        var found: [String: Set<Int>] = [:]
        for (name, value) in names {
            for length in 1...max(1, name.count) { found[String(name.prefix(length)), default: []].insert(value) }
        }
        return found
    }

    static func isHijri(_ words: [String]) -> Bool {
        words.contains { word in
            word.utf8.first.flatMap { hijriByFirst[$0] }?.contains { word.utf8.starts(with: $0) } ?? false
        }
    }

    /// Turkish ones also as they look where Windows-1254 was taken for Windows-1252.
    private static let months: [String: Int] = {
        let lists = [
            "january janvier januar januari enero ocak janeiro gennaio يناير جنوري ژانويه جانفي janv"
                + " janar janvar январь января tammikuu januarie",
            "february fevrier februar februari febrero subat fevereiro febbraio veljaca فبراير فروري فوريه فيفري شباط fev"
                + " shkurt þubat февраль февраля helmikuu fevral februarie",
            "march mars marz maart marzo mart mac maret marco ozujak مارس مارچ اذار mrt maerz mrz"
                + " marts mar март марта maaliskuu martie",
            "april avril abril nisan aprile travanj ابريل اپريل اوريل افريل نيسان avr abr"
                + " prill апрель апреля huhtikuu aprel aprilie",
            "may mai mei maj mayo mayis maio maggio svibanj مايو مءي مي ايار ماي"
                + " май мая toukokuu maji mayýs مئی",
            "june juin juni jun junio haziran junho giugno lipanj يونيو جون ژوءن ژون حزيران جوان"
                + " qershor июнь июня kesakuu iyun iunie",
            "july juillet juli jul julio temmuz julho luglio srpanj julai يوليو جولاءي جولاي ژوءيه ژويه تموز جويليه"
                + " korrik جولائی июль июля heinakuu iyul iulie",
            "august aout augustus augusti agosto agustos avgust ogos agustus kolovoz اغسطس اگست اوت اب"
                + " gusht aðustos август августа elokuu avqust",
            "september septembre septiembre eylul setembro settembre septembar rujan سبتمبر ستمبر سپتامبر ايلول sept"
                + " shtator сентябрь сентября syyskuu sentyabr septembrie",
            "october octobre oktober octubre ekim outubro ottobre oktobar اكتوبر اكتبر"
                + " tetor октябрь октября lokakuu oktyabr octombrie",
            "november novembre noviembre kasim novembro novembar studeni نوفمبر نومبر نوامبر"
                + " nentor kasým ноябрь ноября marraskuu noyabr noiembrie",
            "december decembre dezember diciembre aralik dezembro dicembre decembar prosinac disember desember ديسمبر دسمبر دسامبر"
                + " dhjetor aralýk декабрь декабря joulukuu dekabr decembrie",
        ]
        var months: [String: Int] = [
            "كانون الثاني": 1, "تشرين الاول": 10, "تشرين الثاني": 11, "كانون الاول": 12,
        ]
        for (index, list) in lists.enumerated() {
            for name in list.split(separator: " ") { months[folded(name)] = index + 1 }
        }
        return months
    }()

    private static let weekdays: [Set<String>] = [
        "sunday dimanche sonntag zondag sondag domingo pazar paz ahad minggu nedjelja ned الاحد احد اتوار domenica",
        "monday lundi montag maandag mandag lunes pazartesi pzt isnin senin ponedjeljak pon الاثنين اثنين الاثنان پير سوموار "
            + "lunedi segunda",
        "tuesday mardi dienstag dinsdag tisdag martes sali selasa utorak uto الثلاثاء ثلاثاء منگل martedi terca tues",
        "wednesday mercredi mittwoch woensdag woe onsdag miercoles carsamba cars rabu srijeda sri الاربعاء اربعاء بدھ mercoledi "
            + "quarta",
        "thursday jeudi donnerstag donderdag torsdag jueves persembe pers khamis kamis cetvrtak cet الخميس خميس جمعرات giovedi "
            + "quinta thur thurs",
        "friday vendredi freitag vrijdag fredag viernes cuma jumaat jumat petak pet الجمعه جمعه venerdi sexta",
        "saturday samedi samstag zaterdag lordag sabado cumartesi cmt sabtu subota sub السبت سبت هفته سنيچر sabato sonnabend",
    ].map { Set($0.split(separator: " ").map { folded($0) }) }

    private static let hijri: [String] = [
        "hijri", "hijra", "hidjri", "hidzri", "hicri", "hegire", "islamic", "islamisch", "islamsk", "muharram", "safar",
        "rabi",
        "rebi", "jumad", "jamad", "dzumad", "rajab", "receb", "redzeb", "shaban", "chaaban", "saban", "ramadan",
        "ramazan",
        "ramadhan", "shaww", "chaww", "sevval", "sevval", "dhul", "zul", "zilh", "zilk", "هجري", "محرم", "رمضان",
        "شوال", "رجب",
        "شعبان", "ذو", "ربيع", "جمادي", "صفر",
    ]

    private static let hijriByFirst = Dictionary(grouping: hijri.map { Array($0.utf8) }) { $0.first ?? 0 }

    private static func folded(_ name: some StringProtocol) -> String { CellText.words(String(name)).joined() }
}
