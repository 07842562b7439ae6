import AdhanSupport
import AdhanCore

/// What the display knows of the daemon.
package struct DaemonView: Sendable {
    /// The last that it told; nil where it has told nothing yet.
    package var status: StatusReport?
    package var times: TimesReport?
    /// The call that sounds, or the last that did.
    package var call: SoundingCall?
    /// The calls that do not sound, or have not.
    var unheard: Set<OccasionKey> = []
    /// How often it was asked for its times: at each refresh of its own, and so after a reload.
    package var loads = 0
    /// The zone of `times`.
    package var zone: ZoneRules = .utc
    /// Whether it answers.
    package var isHere = false
    /// Since when it answers, or does not.
    package var since: Instant
    /// Why it does not answer; nil where it does.
    package var problem: String?

    package init(since: Instant) { self.since = since }
}
