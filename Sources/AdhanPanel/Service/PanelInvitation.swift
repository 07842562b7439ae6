import AdhanCore
import AdhanDisplay
import AdhanSupport
import Glibc

/// The invitation on the box's screen, as the panel writes and removes it.
package struct PanelInvitation: Sendable {
    private let file: String

    package init(_ locations: Locations) { file = Invitation.file(locations) }

    /// Shows the code on the box's own screen.
    ///
    /// - Parameters:
    ///   - now: when the code was made, in seconds since 1970 UTC.
    ///   - owner: the panel's user, who may remove the file, and the group of the display.
    /// - Throws: `AtomicFile.Fault`, also where the panel does not run.
    package func show(
        _ address: String,
        code: String,
        picture: [String],
        now: Int64,
        owner: (user: uid_t, group: gid_t)
    ) throws {
        let until = now + PanelStore.setupLength
        let invitation = Invitation(address: address, code: code, until: until, picture: picture)
        let text = try JSONText.encode(invitation, isPretty: false)
        try AtomicFile.replace(file, with: Array(text.utf8), mode: 0o640, owner: owner, makesFolder: false)
    }

    /// Ends the invitation.
    func remove() { unlink(file) }

    var isShown: Bool { access(file, F_OK) == 0 }
}
