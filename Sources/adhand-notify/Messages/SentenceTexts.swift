import AdhanSupport

/// The sentences of messages in one language. `{of}` stands for a prayer, `{time}` for a time of the clock, and
/// `{duration}` for a length of time.
struct SentenceTexts: Sendable {
    /// The names of `of`: each prayer, jumuah and eid, as they stand in the sentences.
    let of: [String: String]
    /// As on the display's page.
    let adhan, iqama, khutbah, imsak, eid: String
    let adhanBefore, adhanAfter, iftar, reminderOf, reminder: String
    /// A fault that keeps a call silent, began, goes on and has ended.
    let silent, began, continues, ended: String
    /// Before the advice, which follows on its own line.
    let advice: String
    let since, lasted: String
    let comma: String
    /// The title of a message of `adhand notify test`; `{title}` stands for that of the true one.
    let test: String

    static func of(_ language: DisplayConfiguration.Language) -> SentenceTexts {
        switch language {
        case .english: english
        case .arabic: arabic
        case .urdu: urdu
        case .turkish: turkish
        case .french: french
        case .german: german
        case .bengali: bengali
        case .indonesian: indonesian
        case .swedish: swedish
        }
    }

    private static let english = SentenceTexts(
        of: [
            "fajr": "Fajr", "dhuhr": "Dhuhr", "asr": "Asr", "maghrib": "Maghrib",
            "isha": "Isha", "jumuah": "Jumu’ah", "eid": "Eid",
        ],
        adhan: "It is time for {of}",
        iqama: "Iqama of {of}",
        khutbah: "Friday khutbah",
        imsak: "Imsak",
        eid: "Eid prayer",
        adhanBefore: "The adhan of {of} is at {time}",
        adhanAfter: "The adhan of {of} is over",
        iftar: "Time to break the fast",
        reminderOf: "Reminder: {of}",
        reminder: "Reminder",
        silent: "{of} at {time} will NOT sound",
        began: "The adhan system has a fault",
        continues: "The adhan system still has a fault",
        ended: "A fault of the adhan system is over",
        advice: "What to do:",
        since: "Since {time}",
        lasted: "It lasted {duration}",
        comma: ", ",
        test: "Test: {title}"
    )

    private static let arabic = SentenceTexts(
        of: [
            "fajr": "الفجر", "dhuhr": "الظهر", "asr": "العصر", "maghrib": "المغرب",
            "isha": "العشاء", "jumuah": "الجمعة", "eid": "العيد",
        ],
        adhan: "حان الآن وقت صلاة {of}",
        iqama: "إقامة صلاة {of}",
        khutbah: "خطبة الجمعة",
        imsak: "الإمساك",
        eid: "صلاة العيد",
        adhanBefore: "أذان {of} الساعة {time}",
        adhanAfter: "انتهى أذان {of}",
        iftar: "حان الآن موعد الإفطار",
        reminderOf: "تذكير بصلاة {of}",
        reminder: "تذكير",
        silent: "لن يُسمع أذان {of} الساعة {time}",
        began: "يوجد عطل في نظام الأذان",
        continues: "ما زال العطل قائمًا في نظام الأذان",
        ended: "انتهى عطل في نظام الأذان",
        advice: "ما العمل:",
        since: "منذ {time}",
        lasted: "المدة: {duration}",
        comma: "، ",
        test: "اختبار: {title}"
    )

    private static let urdu = SentenceTexts(
        of: [
            "fajr": "فجر", "dhuhr": "ظہر", "asr": "عصر", "maghrib": "مغرب",
            "isha": "عشاء", "jumuah": "جمعہ", "eid": "عید",
        ],
        adhan: "نمازِ {of} کا وقت ہو گیا ہے",
        iqama: "نمازِ {of} کی جماعت",
        khutbah: "خطبۂ جمعہ",
        imsak: "انتہائے سحر",
        eid: "نمازِ عید",
        adhanBefore: "{of} کی اذان {time} بجے ہے",
        adhanAfter: "{of} کی اذان ختم ہو گئی",
        iftar: "افطار کا وقت ہو گیا ہے",
        reminderOf: "یاد دہانی: نمازِ {of}",
        reminder: "یاد دہانی",
        silent: "{of} کی اذان {time} بجے سنائی نہیں دے گی",
        began: "اذان کے نظام میں خرابی ہے",
        continues: "اذان کے نظام میں خرابی برقرار ہے",
        ended: "اذان کے نظام کی ایک خرابی دور ہو گئی",
        advice: "کیا کریں:",
        since: "{time} سے",
        lasted: "دورانیہ: {duration}",
        comma: "، ",
        test: "جانچ: {title}"
    )

    private static let turkish = SentenceTexts(
        of: [
            "fajr": "Sabah", "dhuhr": "Öğle", "asr": "İkindi", "maghrib": "Akşam",
            "isha": "Yatsı", "jumuah": "Cuma", "eid": "Bayram",
        ],
        adhan: "{of} namazının vakti girdi",
        iqama: "{of} namazı için kamet",
        khutbah: "Cuma hutbesi",
        imsak: "İmsak",
        eid: "Bayram namazı",
        adhanBefore: "{of} ezanı: {time}",
        adhanAfter: "{of} ezanı bitti",
        iftar: "İftar vakti girdi",
        reminderOf: "Hatırlatma: {of} namazı",
        reminder: "Hatırlatma",
        silent: "{of} ezanı {time}: OKUNMAYACAK",
        began: "Ezan sisteminde arıza var",
        continues: "Ezan sistemindeki arıza sürüyor",
        ended: "Ezan sistemindeki bir arıza giderildi",
        advice: "Ne yapmalı:",
        since: "Başlangıç: {time}",
        lasted: "Süre: {duration}",
        comma: ", ",
        test: "Deneme: {title}"
    )

    private static let french = SentenceTexts(
        of: [
            "fajr": "du Fajr", "dhuhr": "du Dhohr", "asr": "de l’Asr", "maghrib": "du Maghrib",
            "isha": "de l’Icha", "jumuah": "du vendredi", "eid": "de l’Aïd",
        ],
        adhan: "C’est l’heure de la prière {of}",
        iqama: "Iqama de la prière {of}",
        khutbah: "Khoutba du vendredi",
        imsak: "Imsak",
        eid: "Prière de l’Aïd",
        adhanBefore: "L’adhan {of} est à {time}",
        adhanAfter: "L’adhan {of} est terminé",
        iftar: "C’est l’heure de rompre le jeûne",
        reminderOf: "Rappel : prière {of}",
        reminder: "Rappel",
        silent: "L’adhan {of} à {time} NE sera PAS diffusé",
        began: "Le système d’adhan a une panne",
        continues: "La panne du système d’adhan persiste",
        ended: "Une panne du système d’adhan est terminée",
        advice: "Que faire :",
        since: "Depuis {time}",
        lasted: "Durée : {duration}",
        comma: ", ",
        test: "Essai : {title}"
    )

    private static let german = SentenceTexts(
        of: [
            "fajr": "Fadschr-Gebet", "dhuhr": "Dhuhr-Gebet", "asr": "Asr-Gebet", "maghrib": "Maghrib-Gebet",
            "isha": "Ischa-Gebet", "jumuah": "Freitagsgebet", "eid": "Festgebet",
        ],
        adhan: "Es ist Zeit für das {of}",
        iqama: "Iqama zum {of}",
        khutbah: "Freitagspredigt",
        imsak: "Imsak",
        eid: "Festgebet",
        adhanBefore: "Der Adhan zum {of} ist um {time}",
        adhanAfter: "Der Adhan zum {of} ist beendet",
        iftar: "Zeit zum Fastenbrechen",
        reminderOf: "Erinnerung: {of}",
        reminder: "Erinnerung",
        silent: "Der Adhan zum {of} um {time} wird NICHT zu hören sein",
        began: "Das Adhan-System hat eine Störung",
        continues: "Das Adhan-System hat weiterhin eine Störung",
        ended: "Eine Störung des Adhan-Systems ist vorbei",
        advice: "Was zu tun ist:",
        since: "Seit {time}",
        lasted: "Dauer: {duration}",
        comma: ", ",
        test: "Test: {title}"
    )

    private static let bengali = SentenceTexts(
        of: [
            "fajr": "ফজরের", "dhuhr": "যোহরের", "asr": "আসরের", "maghrib": "মাগরিবের",
            "isha": "এশার", "jumuah": "জুমার", "eid": "ঈদের",
        ],
        adhan: "{of} নামাজের সময় হয়েছে",
        iqama: "{of} জামাত",
        khutbah: "জুমার খুতবা",
        imsak: "সাহরি শেষ",
        eid: "ঈদের নামাজ",
        adhanBefore: "{of} আযান {time}-এ",
        adhanAfter: "{of} আযান শেষ হয়েছে",
        iftar: "ইফতারের সময় হয়েছে",
        reminderOf: "অনুস্মারক: {of} নামাজ",
        reminder: "অনুস্মারক",
        silent: "{of} আযান {time}-এ শোনা যাবে না",
        began: "আযান ব্যবস্থায় ত্রুটি আছে",
        continues: "আযান ব্যবস্থার ত্রুটি এখনও আছে",
        ended: "আযান ব্যবস্থার একটি ত্রুটি শেষ হয়েছে",
        advice: "করণীয়:",
        since: "{time} থেকে",
        lasted: "স্থায়িত্ব: {duration}",
        comma: ", ",
        test: "পরীক্ষা: {title}"
    )

    private static let indonesian = SentenceTexts(
        of: [
            "fajr": "Subuh", "dhuhr": "Zuhur", "asr": "Asar", "maghrib": "Magrib",
            "isha": "Isya", "jumuah": "Jumat", "eid": "Id",
        ],
        adhan: "Telah masuk waktu salat {of}",
        iqama: "Ikamah salat {of}",
        khutbah: "Khotbah Jumat",
        imsak: "Imsak",
        eid: "Salat Id",
        adhanBefore: "Azan {of} pukul {time}",
        adhanAfter: "Azan {of} telah selesai",
        iftar: "Waktunya berbuka puasa",
        reminderOf: "Pengingat: salat {of}",
        reminder: "Pengingat",
        silent: "Azan {of} pukul {time} TIDAK akan terdengar",
        began: "Sistem azan mengalami gangguan",
        continues: "Gangguan sistem azan masih berlangsung",
        ended: "Gangguan sistem azan telah selesai",
        advice: "Yang perlu dilakukan:",
        since: "Sejak {time}",
        lasted: "Lamanya: {duration}",
        comma: ", ",
        test: "Uji coba: {title}"
    )

    private static let swedish = SentenceTexts(
        of: [
            "fajr": "Fajr", "dhuhr": "Dhuhr", "asr": "Asr", "maghrib": "Maghrib",
            "isha": "Isha", "jumuah": "fredagsbönen", "eid": "eidbönen",
        ],
        adhan: "Det är dags för {of}",
        iqama: "Iqama för {of}",
        khutbah: "Fredagspredikan",
        imsak: "Imsak",
        eid: "Eidbön",
        adhanBefore: "Adhan för {of} är kl. {time}",
        adhanAfter: "Adhan för {of} är över",
        iftar: "Dags att bryta fastan",
        reminderOf: "Påminnelse: {of}",
        reminder: "Påminnelse",
        silent: "Adhan för {of} kl. {time} kommer INTE att höras",
        began: "Adhansystemet har ett fel",
        continues: "Adhansystemet har fortfarande ett fel",
        ended: "Ett fel i adhansystemet är över",
        advice: "Att göra:",
        since: "Sedan {time}",
        lasted: "Varaktighet: {duration}",
        comma: ", ",
        test: "Test: {title}"
    )
}
