import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// A reload forgets nothing but the config.
@Suite struct ReloadTests {
    private static let date = "2026-11-21"

    @Test func `with a full disk and no place for marks, what was called is not called again`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 30))
        box.ledger.fail(.unwritable)
        box.marks.refuses = true
        box.run(until: try .utc(Self.date, 12, 1))
        #expect(box.called.count == 1)
        for minute in [1, 2, 3] {
            box.reload()
            box.run(until: try .utc(Self.date, 12, 1 + minute))
        }
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.count == 1)
        // Rows that waited for the disk are written after the reload, too.
        box.ledger.fail(nil)
        box.run(until: try .utc(Self.date, 12, 12))
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `a mute stays`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.mute(until: try .utc(Self.date, 13))
        // Its file could not be written, but the loop knows it.
        box.saved.mute = nil
        box.reload()
        box.run(until: try .utc(Self.date, 16))
        #expect(box.called.map(\.key.occasion) == [.adhan(.asr)])
        #expect(try box.row(Self.date, .dhuhr)?.reason == "muted")
    }

    @Test func `the verdict on the clock stays`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.settings.asksClock = true
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 11, 59, 45))
        // The next look at the clock may hang.
        box.reload()
        box.run(until: try .utc(Self.date, 12, 5))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
    }

    @Test func `where a reload lets the clock be trusted, the ledger is kept from then on`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 13))
        box.settings.asksClock = true
        box.start()
        box.life?.post(.clock(.untrusted(.noHardwareClock)))
        box.run(until: try .utc(Self.date, 13, 10))
        box.settings.asksClock = false
        box.reload()
        box.run(until: try .utc(Self.date, 13, 20))
        // Asr falls due while there is no power.
        box.losePower(until: try .utc(Self.date, 16))
        box.run(until: try .utc(Self.date, 16, 10))
        #expect(try box.row(Self.date, .asr)?.state == .missed)
    }

    @Test(arguments: [12, 11, 10, 9, 5, 3, 2, 1, 0, -1, -20, -31])
    func `told to reload around its second, it is at its second, once`(secondsBefore: Int) throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12) - .seconds(secondsBefore))
        box.reload()
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
        #expect(try box.row(Self.date, .dhuhr)?.heardMilliseconds == 30_000)
        #expect(box.reloads == 1)
    }

    @Test func `an adhan is heard to its end before the config changes`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 5))
        let playing = box.player
        box.reload()
        box.run(until: try .utc(Self.date, 12, 0, 29))
        #expect(box.player === playing)
        box.run(until: try .utc(Self.date, 12, 0, 31))
        #expect(box.player !== playing)
    }

    @Test func `told to reload while a slow device opens, it waits, and the prayer is at its second`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.player.behaviour = .isSlow(.seconds(7))
        box.start()
        box.run(until: try .utc(Self.date, 11, 59, 55))
        box.reload()
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
    }
}
