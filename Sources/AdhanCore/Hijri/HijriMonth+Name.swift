extension HijriMonth {
    /// In Latin letters, for example `Ramadan`.
    package var name: String { Self.names[month - 1] }

    private static let names = [
        "Muharram", "Safar", "Rabi' al-Awwal", "Rabi' al-Thani", "Jumada al-Ula", "Jumada al-Akhira", "Rajab",
        "Sha'ban",
        "Ramadan", "Shawwal", "Dhu al-Qa'da", "Dhu al-Hijja",
    ]
}
