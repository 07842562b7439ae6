import Glibc

/// An angle. The type keeps degrees and radians from being mixed up.
package struct Angle: Sendable, Hashable {
    package let radians: Double

    package init(radians: Double) { self.radians = radians }
    package init(degrees: Double) { radians = degrees * (.pi / 180) }

    package static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    package var degrees: Double { radians * (180 / .pi) }
    package var sine: Double { sin(radians) }
    package var cosine: Double { cos(radians) }
    package var tangent: Double { tan(radians) }
    package var magnitude: Angle { Angle(radians: abs(radians)) }

    /// The angle from 0° to below 360°.
    package var normalized: Angle {
        let turns = (radians / (2 * .pi)).rounded(.down)
        return Angle(radians: radians - turns * 2 * .pi)
    }

    package static func + (left: Angle, right: Angle) -> Angle { Angle(radians: left.radians + right.radians) }
    package static func - (left: Angle, right: Angle) -> Angle { Angle(radians: left.radians - right.radians) }
    package static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
}
