extension CalculationMethod {
    /// Every method, in the order in which they are listed; the numbers in them are published by the authorities or, where
    /// the source says so, fitted to what they print.
    package static let all: [CalculationMethod] = [
        .mwl, .isna, .egypt, .karachi, .ummAlQura, .dubai, .gulf, .kuwait, .qatar, .singapore, .jakim, .kemenag,
        .turkey, .tehran, .jafari, .france, .russia, .algeria, .tunisia, .morocco, .jordan, .portugal, .moonsighting,
        .custom,
    ]
}
