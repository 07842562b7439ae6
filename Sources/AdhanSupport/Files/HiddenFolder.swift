/// The folders that the units' sandbox (`ProtectHome`) hides from adhand, whatever their permissions are.
package enum HiddenFolder {
    /// - Returns: the hidden folder that has the path in it; nil where none has.
    package static func holding(_ path: String) -> String? {
        ["/home", "/root"].first { path == $0 || path.hasPrefix($0 + "/") }
    }
}
