import AdhanCore
import AdhanTestSupport
import Foundation
import Synchronization

@testable import AdhanSupport

/// The stand-in's answers about sound, history and times.
extension PanelRig {
    static func answer(_ request: ControlRequest, _ replier: ControlReplier) {
        do {
            if request.command == .times {
                replier.answer(try TimesReport.sample(request))
            } else {
                replier.answer(try HistoryPage.sample(request))
            }
        } catch { replier.refuse(ControlFailure("\(error)")) }
    }

    /// Has another server play the daemon; the test stops it.
    func replaceDaemon(_ answer: @escaping @Sendable (ControlRequest, ControlReplier) -> Void) throws -> ControlServer {
        daemon.stop()
        return try ControlServer(path: directory.file("adhand.sock")) { request, _, replier in
            answer(request, replier)
        }
    }

    /// Tells subscribers that a trial plays.
    final class News: Sendable {
        private let server = Mutex<ControlServer?>(nil)

        func follow(_ daemon: ControlServer) { server.withLock { $0 = daemon } }

        /// A moment later: the server's own thread is busy with the request.
        func tell() {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
                for (words, isSounding) in [("starting on hw:0", Bool?.none), ("playing on hw:0", true)] {
                    var event = NoticeEvent(at: "2026-11-21T10:00:00+00:00", event: "trial", words: words)
                    (event.trial, event.isSounding) = (7, isSounding)
                    // reason: without the event the test fails
                    _ = try? server.withLock { try $0?.publish(event) }
                }
            }
        }
    }
}

extension SoundDevices {
    static let sample = SoundDevices(
        cards: [Card(number: 0, id: "Hall", title: "Hall")],
        names: [
            Name(name: "default", title: "Default"), Name(name: "plughw:CARD=Hall,DEV=0", title: "Hall, USB"),
            Name(name: "tee:hw:0", title: "a device that writes files"),
        ]
    )
}

extension Settings {
    static let sample = Settings(
        settings: [Change(key: "volume.fajr", value: "40", who: "yusuf", at: "2026-11-20T10:00:00+00:00")],
        changes: [Change(key: "panel", value: "iqama of isha", who: "Amina", at: "2026-11-20T10:00:00+00:00")],
        problem: nil
    )
}

extension HistoryPage {
    /// Fajr missed and Dhuhr called on 21 November 2026, a date a page.
    static func sample(_ request: ControlRequest) throws -> HistoryPage {
        func entry(_ prayer: Prayer, _ day: String, _ state: LedgerState, _ reason: String? = nil) throws -> LedgerEntry
        {
            let date = try CivilDate(day)
            let at = Instant(seconds: Int64(date.dayNumber) * 86_400 + 43_200)
            let due = ScheduledOccasion(OccasionKey(date, .adhan(prayer)), at: at, source: .calculation)
            return LedgerEntry(due, state, reason: reason)
        }
        let ledger = InMemoryLedger()
        let range = try CivilDate(request.from ?? "2026-11-01")..<CivilDate(request.to ?? "2026-12-01")
        for (prayer, day, state, reason) in [
            (Prayer.fajr, "2026-11-20", LedgerState.missed, String?.some("the power was lost, <b>=1+1</b>")),
            (.dhuhr, "2026-11-21", .completed, nil),
        ] { try ledger.record(try entry(prayer, day, state, reason)) }
        var page = try HistoryPage(range, of: ledger, timezone: "Europe/London")
        page.since = try CivilDate("2026-11-20")
        // Two pages.
        if page.entries.count == 2 {
            page.next = ControlRequest(.history, from: "2026-11-21", to: "\(range.upperBound)")
            page.entries.removeLast()
        }
        return page
    }
}

extension TimesReport {
    /// Rochdale's times, with an iqama 15 minutes after each adhan.
    static func sample(_ request: ControlRequest) throws -> TimesReport {
        let zone = try SystemZones.find("Europe/London")
        let place = Place(
            name: "Central Mosque </script>",
            coordinates: try Coordinates(latitude: 53.6, longitude: -2.15),
            timezone: zone.name
        )
        let dates = try TimesReport.dates(of: request, today: CivilDate("2026-11-21"))
        let calculator = PrayerCalculator(coordinates: place.coordinates, zone: zone, method: .mwl)
        var days = calculator.days(dates.lowerBound...dates.upperBound.adding(days: 1))
        for index in days.indices {
            for prayer in Prayer.called { days[index].iqama[prayer] = days[index][prayer] + .minutes(15) }
        }
        return TimesReport(
            place,
            zone,
            Array(days.dropLast()),
            before: days.last,
            MosqueRules(),
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: true
        )
    }
}
