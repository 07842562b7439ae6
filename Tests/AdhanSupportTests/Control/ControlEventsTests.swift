import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

@Suite struct ControlEventsTests {
    private typealias Note = ControlRig.Note

    @Test func `two subscribers get every event in order`() throws {
        let rig = try ControlRig()
        let subscribers = try (0..<2).map { _ in try rig.client.events(of: Note.self) }
        for number in 1...100 { try rig.server.publish(Note(number: number)) }
        rig.server.stop()
        for subscriber in subscribers {
            var numbers: [Int] = []
            while let note = try subscriber.next() { numbers.append(note.number) }
            // The answer to the request comes first.
            #expect(numbers == Array(0...100))
        }
    }

    @Test func `a subscriber that has shut down its sending side still gets events`() throws {
        let rig = try ControlRig()
        let subscriber = try rig.saying("events")
        subscriber.endOfRequest()
        #expect(try subscriber.line()?.hasPrefix("{\"ok\":") == true)
        try rig.server.publish(Note(number: 7))
        #expect(try subscriber.line() == "{\"number\":7,\"text\":\"\"}")
    }

    @Test func `a slow subscriber is dropped while the other gets everything`() throws {
        let rig = try ControlRig()
        let slow = try rig.saying("events")
        #expect(try slow.line() != nil)
        let quick = try rig.client.events(of: Note.self)
        #expect(try quick.next() == Note())
        // Far more than the kernel's buffer and ours hold.
        let text = String(repeating: "x", count: 4096)
        for number in 1...500 {
            try rig.server.publish(Note(number: number, text: text))
            #expect(try quick.next() == Note(number: number, text: text))
        }
        var last = 0
        while let line = try slow.line() {
            let note = try JSONDecoder().decode(Note.self, from: Data(line.utf8))
            #expect(note.number == last + 1)
            last = note.number
        }
        #expect(last > 0 && last < 500)
    }

    @Test func `a disconnected subscriber does not count`() throws {
        let rig = try ControlRig(.init(subscribers: .init(perUser: 1, total: 1)))
        do {
            let subscriber = try rig.client.events(of: Note.self)
            #expect(try subscriber.next() == Note())
            #expect(throws: ControlFault.refused(ControlFailure(.tooManySubscribers))) {
                try rig.client.events(of: Note.self)
            }
        }
        #expect(eventually { (try? rig.client.events(of: Note.self)) != nil })
    }

    @Test func `what cannot be encoded is not published`() throws {
        let rig = try ControlRig()
        #expect(throws: ControlFault.self) { try rig.server.publish(Double.nan) }
        #expect(try rig.answers())
    }
}
