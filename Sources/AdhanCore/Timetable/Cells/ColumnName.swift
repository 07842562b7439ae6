/// What a column's heading says of it, in the usual languages.
package struct ColumnName: Hashable {
    package enum Kind: Hashable {
        case adhan
        case iqama
        case jumuah
        case imsak
        /// A time that is none of them, such as zawal or midnight.
        case other
    }

    package let prayer: Prayer?
    package let kind: Kind?
    /// Whether it is the Asr of the Hanafi madhab.
    package let isLater: Bool
    /// Which time of a Friday it is; nil if the heading does not say, or it is of another day.
    package let friday: Friday?

    package enum Friday: Hashable {
        case adhan, khutbah, prayer
    }

    package init?(_ heading: String) {
        if let known = Self.known(heading) {
            self = known
            return
        }
        let words = CellText.words(heading).map {
            $0.hasPrefix("ال") && $0.unicodeScalars.count > 4 ? String($0.dropFirst(2)) : $0
        }
        let text = words.joined(separator: " ")
        let found = words.count < 2 ? words : words + Self.phrases.filter { text.contains($0) }
        func has(_ names: Set<String>) -> Bool { found.contains(where: names.contains) }
        // `Dhuhr Iqama Sat & Sun` and `Iqama Sun` name a weekday, and no sunrise.
        let prayers = Prayer.allCases.filter { has(Self.prayers[$0] ?? []) }
        let isSunday = found.contains("sun") && (prayers.count > 1 || has(Self.iqama))
        let named = prayers.first { $0 != .sunrise || !isSunday }
        if text.contains("sun set") {
            (kind, prayer) = (.other, nil)
        } else if has(Self.jumuah), named == nil || named == .dhuhr {
            (kind, prayer) = (.jumuah, nil)
        } else if has(Self.ends) && !text.contains("week end") || has(Self.others) && named == nil {
            (kind, prayer) = (has(Self.imsak) ? .imsak : .other, nil)
        } else if has(Self.iqama) {
            (kind, prayer) = (.iqama, named)
        } else if has(Self.imsak), named == nil {
            (kind, prayer) = (.imsak, nil)
        } else if let named {
            (kind, prayer) = (has(Self.adhan) ? .adhan : nil, named)
        } else if has(Self.adhan) {
            (kind, prayer) = (.adhan, nil)
        } else {
            return nil
        }
        isLater = named == .asr && (has(Self.later) || heading.contains("2"))
        if kind != .jumuah {
            friday = nil
        } else if has(Self.khutbah) {
            friday = .khutbah
        } else if has(Self.iqama) || has(Self.fridayPrayer) {
            friday = .prayer
        } else {
            friday = has(Self.adhan) ? .adhan : nil
        }
    }

    /// The names of the known formats, also where they are one word, as `fajriqamah`.
    private static func known(_ heading: String) -> ColumnName? {
        switch DayField(heading) {
        case .time(let prayer): ColumnName(prayer: prayer, kind: nil, isLater: false)
        case .laterAsr: ColumnName(prayer: .asr, kind: nil, isLater: true)
        case .iqama(let prayer): ColumnName(prayer: prayer, kind: .iqama, isLater: false)
        // Its words say which time of a Friday it is.
        case .jumuahPrayer: nil
        case .jumuah: ColumnName(prayer: nil, kind: .jumuah, isLater: false)
        case .imsak: ColumnName(prayer: nil, kind: .imsak, isLater: false)
        case .date, .hijri, nil: nil
        }
    }

    private init(prayer: Prayer?, kind: Kind?, isLater: Bool) {
        (self.prayer, self.kind, self.isLater, friday) = (prayer, kind, isLater, nil)
    }

    private static let prayers = Dictionary(
        uniqueKeysWithValues: Prayer.allCases.map { ($0, lists[$0.rawValue] ?? []) }
    )
    private static let iqama = lists["iqama"] ?? []
    private static let adhan = lists["adhan"] ?? []
    private static let jumuah = lists["jumuah"] ?? []
    private static let khutbah = lists["khutbah"] ?? []
    private static let fridayPrayer = lists["fridayPrayer"] ?? []
    private static let imsak = lists["imsak"] ?? []
    private static let ends = lists["ends"] ?? []
    private static let others = lists["others"] ?? []
    private static let later = lists["later"] ?? []
    /// The names of several words.
    private static let phrases = lists.values.joined().filter { $0.contains(" ") }

    /// By the word before the colon, as `CellText.words` has them; a blank within a name is an underscore.
    private static let lists: [String: Set<String>] = {
        let text = """
            fajr: fajr fayr fadschr fadjar fajar fajer fadjr fadjer fajir fecr fecir fadzr sobh subh subuh shubuh shubh
            subuhi sabah zora dawn aube alba morgengebet fruhgebet morgonbon faj fjr فجر صبح fagr alfajiri bomdod sabahu
            фаджр фаджер ফজর फज्र subax beyani tan_namazi
            sunrise: sunrise shuruq shurooq shuruk shurouq shorouk shourouk shourouq chourouk chorouk chourouq shoroeq
            shoroek sjoeroek syuruk syuruq suruk churuk gunes sonnenaufgang soluppgang zonsopgang zonsopkomst amanecer
            lever leve levee salida izlazak terbit شروق طلوع sun choruq shrouq tulu alba_solar nascer lindja восход
            шурук সূর্যোদয় সূর্যোদয় quyosh soloppgang solopgang auringonnousu sorgere tulou طلوع_افتاب
            dhuhr: dhuhr dhuhur dhur duhr zuhr zuhur zuhar zohr zohar zohor zuhor dhohr dohr duhur thuhr zhuhr dzuhur
            dzuhr dzohor luhur lohor ogle oyle podne mittagsgebet midi ظهر thohr zhr dhuhoor dhoehr dhohor podneva
            duha_namaz mediodia zoher dhur' dreka зухр যোহর adhuhuri peshin বেলা mezzogiorno
            asr: asr asar assr aser ikindi ikindija nachmittagsgebet eftermiddagsbon عصر ashar asser ikindia аср আসর
            alasiri casar
            maghrib: maghrib magrib maghreb magreb maghrb mughrib aksam akscham abendgebet مغرب maghrebi magrip mag
            iftar iftaar ifthar akshami магриб মাগরিব magharibi maqrib tramonto shom
            isha: isha ishaa ishaae esha eshaa icha ichaa isya isyak isyaa isjha yatsi jacija nachtgebet عشاء عشا ishai
            isza ischa ischaa ish iscia jacia иша এশা ইশা cisho xufton hufton
            iqama: iqama iqamah iqamat iqaamah iqam iqamath ikama ikamet ikamah jamaah jamaat jamaa jamah jamat jamath
            jama jamaath jumaat jamea gemeinschaftsgebet congregation congregational mosquee mosque masjid moskee
            moschee moske cemaat kamet dzemat dzemaat اقامه اقامت جماعت جماعه مسجد iq iqm
            adhan: adhan adhaan azan azaan athan adan ezan begins begin beginning begining start starts starting beginn
            اذان debut waktu entry
            jumuah: jumuah jumua jumah jummah jumma juma jumuaa joumoua joumoa jumuha cuma dzuma dzumua khutbah khutba
            جمعه friday_prayer friday_prayers friday_salah friday_salat freitagsgebet vrijdaggebed fredagsbon
            vrijdagsgebed jomoa djumua
            khutbah: khutbah khutba hutbe hutba hudba خطبه sermon preek predigt
            fridayPrayer: salah salat salaah namaz namaaz prayer gebet gebed صلاه نماز
            imsak: imsak imsaak imsek imsyak imsakiya suhoor suhur sahur sehri sehar sahri sehur shour imsaku имсак
            امساك سحور سحر سحري
            ends: end ends ending fin ende ends_at finish khatam
            others: ishraq ishraaq israq israk duha dhuha doha chasht zawal zawaal istiwa sunset midnight tahajjud qiyam
            third coucher sonnenuntergang solnedgang zonsondergang minuit mitternacht middernacht midnatt kerahat kible
            qibla kaaba moonrise moonset اشراق ضحي ضحوه زوال hijri awwabin nisf disha ghurub ghuroob غروب puesta zalazak
            hour
            later: hanafi hanefi hanafie second mithlayn mithlain sani thani حنفي ثاني
            """
        var (lists, key): ([String: Set<String>], String) = ([:], "")
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if word.hasSuffix(":") {
                key = String(word.dropLast())
            } else {
                lists[key, default: []].insert(
                    CellText.words(String(word.replacing("_", with: " "))).joined(separator: " ")
                )
            }
        }
        return lists
    }()
}
