extension CalculationMethod {
    /// Every method, in listing order. The numbers are published by the authorities or, where the source says so,
    /// fitted to their tables.
    package static let all: [CalculationMethod] = [
        .mwl, .isna, .egypt, .karachi, .ummAlQura, .dubai, .gulf, .kuwait, .qatar, .singapore, .jakim, .kemenag,
        .turkey, .tehran, .jafari, .france, .russia, .algeria, .tunisia, .morocco, .jordan, .portugal, .moonsighting,
        .custom,
    ]
}
