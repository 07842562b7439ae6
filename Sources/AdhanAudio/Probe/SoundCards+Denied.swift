import AdhanSupport
import Glibc

extension SoundCards {
    /// Whether there is a card that this user may not open. ALSA hides such cards.
    package static var hasDenied: Bool {
        let folder = "/dev/snd/"
        // No folder: there is no card, so none that is denied. A kernel has 32 cards, with some files each.
        return Folder.names(in: folder, limit: 10_000).contains {
            $0.hasPrefix("control") && access(folder + $0, R_OK | W_OK) != 0 && errno == EACCES
        }
    }
}
