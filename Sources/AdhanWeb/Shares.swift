/// A client, as it is counted.
package struct WebParty: Sendable, Equatable {
    /// As `PeerAddress.network` names it.
    let network: String
    /// A name for the person. All of a network whom nobody knows are one.
    let person: String
    /// Whether some of the share is left for this client: the box's own screen, or a browser that has logged in before.
    let isKnown: Bool

    /// - Parameter person: empty where nobody is known.
    package init(_ address: PeerAddress, person: String = "", isKnown: Bool = false) {
        (network, self.isKnown) = (address.network, isKnown || address.isLocal)
        self.person = person.isEmpty ? "network \(network)" : "person \(person)"
    }
}

/// The holders of something scarce: connections, bytes of bodies, the threads of a lane.
///
/// Nobody is refused. Where all of it is in use, a holder ends: of the network or person with most, the one that waits
/// longest. So a flood ends its own holders, and a client that shares the network with it gets in as well.
struct Shares<ID: Hashable> {
    private struct Holder {
        let party: WebParty
        let size: Int
        /// Its place among those that wait; nil while the server works for it.
        var turn: Int?
    }

    private let limit, reserved: Int
    private var holders: [ID: Holder] = [:]
    private var networks: [String: Int] = [:]
    private var persons: [String: Int] = [:]
    private var used = 0
    private var lastTurn = 0

    /// - Parameters:
    ///   - limit: of the sizes of all holders together.
    ///   - reserved: so much of what a known client's network or person holds does not count.
    init(limit: Int, reserved: Int = 0) { (self.limit, self.reserved) = (limit, reserved) }

    /// Adds a holder that waits.
    ///
    /// - Returns: the holders that end. The new one is among them only if it has most, or all others are worked for.
    mutating func add(_ id: ID, of party: WebParty, size: Int = 1) -> [ID] {
        remove(id)
        holders[id] = Holder(party: party, size: size)
        count(party, size)
        wait(id)
        var ended: [ID] = []
        while used > limit, let id = longest(ofMost: true) {
            remove(id)
            ended.append(id)
        }
        return ended
    }

    mutating func remove(_ id: ID) {
        guard let holder = holders.removeValue(forKey: id) else { return }
        count(holder.party, -holder.size)
    }

    /// The holder waits behind all others.
    mutating func wait(_ id: ID) {
        lastTurn += 1
        holders[id]?.turn = lastTurn
    }

    /// The server works for the holder, which cannot end meanwhile.
    mutating func work(_ id: ID) { holders[id]?.turn = nil }

    /// The holder that waits longest, of the network or person with most, or with least.
    func longest(ofMost: Bool) -> ID? {
        var first: (id: ID, rank: (Int, Int, Int))?
        for (id, holder) in holders {
            guard let turn = holder.turn else { continue }
            let (most, least) = weights(holder.party)
            let rank = ofMost ? (-most, -least, turn) : (most, least, turn)
            if first.map({ rank < $0.rank }) ?? true { first = (id, rank) }
        }
        return first?.id
    }

    /// What the network and the person hold, the larger first.
    private func weights(_ party: WebParty) -> (Int, Int) {
        let (ofNetwork, ofPerson) = (networks[party.network, default: 0], persons[party.person, default: 0])
        let most = max(ofNetwork, ofPerson) - (party.isKnown ? reserved : 0)
        return (max(0, most), min(ofNetwork, ofPerson))
    }

    private mutating func count(_ party: WebParty, _ size: Int) {
        func add(_ name: String, to sums: inout [String: Int]) {
            let sum = sums[name, default: 0] + size
            sums[name] = sum > 0 ? sum : nil
        }
        used += size
        add(party.network, to: &networks)
        add(party.person, to: &persons)
    }
}
