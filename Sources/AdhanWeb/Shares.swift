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
    /// The sum of a network or a person. Each holder has its own two, so that an eviction hashes no names.
    private final class Sum {
        var held = 0
    }

    private struct Holder {
        let party: WebParty
        let size: Int
        let network, person: Sum
        /// Its place among those that wait; nil while the server works for it.
        var turn: Int?
    }

    private let limit, reserved: Int
    private var holders: [ID: Holder] = [:]
    private var networks: [String: Sum] = [:]
    private var persons: [String: Sum] = [:]
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
        let network = networks[party.network] ?? Sum()
        let person = persons[party.person] ?? Sum()
        (networks[party.network], persons[party.person]) = (network, person)
        lastTurn += 1
        holders[id] = Holder(party: party, size: size, network: network, person: person, turn: lastTurn)
        network.held += size
        person.held += size
        used += size
        var ended: [ID] = []
        while used > limit, let id = longest(ofMost: true) {
            remove(id)
            ended.append(id)
        }
        return ended
    }

    mutating func remove(_ id: ID) {
        guard let holder = holders.removeValue(forKey: id) else { return }
        used -= holder.size
        holder.network.held -= holder.size
        holder.person.held -= holder.size
        if holder.network.held <= 0 { networks[holder.party.network] = nil }
        if holder.person.held <= 0 { persons[holder.party.person] = nil }
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
            let (most, least) = weights(holder)
            let rank = ofMost ? (-most, -least, turn) : (most, least, turn)
            if first.map({ rank < $0.rank }) ?? true { first = (id, rank) }
        }
        return first?.id
    }

    /// The sums of the network and the person, the larger first.
    private func weights(_ holder: Holder) -> (Int, Int) {
        let (ofNetwork, ofPerson) = (holder.network.held, holder.person.held)
        let most = max(ofNetwork, ofPerson) - (holder.party.isKnown ? reserved : 0)
        return (max(0, most), min(ofNetwork, ofPerson))
    }
}
