/// `[updates]`: whether `adhand status` tells that apt has a newer adhand.
package struct UpdatesConfiguration: Sendable, Equatable {
    package var isTold = false

    package init(_ table: ConfigTable) { isTold = table.bool("tell", default: isTold) }
}
