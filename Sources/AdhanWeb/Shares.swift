/// A client, as it is counted.
package struct WebParty: Sendable, Hashable {
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
/// Nobody is refused. Where all of it is in use, a holder ends: of the network or person with most holders, the one
/// that waits longest. So a flood ends its own holders, and a client that shares the network with it gets in as well.
/// Holders count, not their sizes: many small ones of a person do not end another's large one.
///
/// The parties are sorted, so that an eviction looks at none of the other holders.
struct Shares<ID: Hashable> {
    private struct Holder {
        let party: WebParty
        let size: Int
        /// Its place among those that wait; nil while the server works for it.
        var turn: Int?
    }

    /// The larger and the smaller of the sums of a network and a person, and the first turn, as a negative number.
    private typealias Rank = (Int, Int, Int)

    private let limit, reserved: Int
    private var holders: [ID: Holder] = [:]
    /// How many holders a network or a person has, and how many of each party.
    private var sums: [String: (all: Int, of: [WebParty: Int])] = [:]
    /// The holders of each party that wait, in the order of their turns.
    private var waiting: [WebParty: [(turn: Int, id: ID)]] = [:]
    /// The parties of which one waits, sorted by their ranks; the last one ends first.
    private var order: [(rank: Rank, party: WebParty)] = []
    private var ranks: [WebParty: Rank] = [:]
    private var used = 0
    private var lastTurn = 0

    /// - Parameters:
    ///   - limit: of the sizes of all holders together.
    ///   - reserved: so many holders of a known client's network or person do not count.
    init(limit: Int, reserved: Int = 0) { (self.limit, self.reserved) = (limit, reserved) }

    /// Adds a holder that waits.
    ///
    /// - Returns: the holders that end. The new one is among them only if its party has most, or all others are worked
    ///   for.
    mutating func add(_ id: ID, of party: WebParty, size: Int = 1) -> [ID] {
        remove(id)
        holders[id] = Holder(party: party, size: size)
        used += size
        count(party, by: 1)
        wait(id)
        var ended: [ID] = []
        while used > limit, let id = longest(ofMost: true) {
            remove(id)
            ended.append(id)
        }
        return ended
    }

    mutating func remove(_ id: ID) {
        work(id)
        guard let holder = holders.removeValue(forKey: id) else { return }
        used -= holder.size
        count(holder.party, by: -1)
    }

    /// The holder waits behind all others.
    mutating func wait(_ id: ID) {
        work(id)
        guard let party = holders[id]?.party else { return }
        lastTurn += 1
        holders[id]?.turn = lastTurn
        waiting[party, default: []].append((lastTurn, id))
        sort(party)
    }

    /// The server works for the holder, which cannot end meanwhile.
    mutating func work(_ id: ID) {
        guard let party = holders[id]?.party, let turn = holders[id]?.turn else { return }
        holders[id]?.turn = nil
        let index = waiting[party]?.sortedIndex { $0.turn < turn } ?? 0
        waiting[party]?.remove(at: index)
        if waiting[party]?.isEmpty == true { waiting[party] = nil }
        sort(party)
    }

    /// The holder that waits longest, of the network or person with most, or with least.
    func longest(ofMost: Bool) -> ID? {
        func next(_ rank: Rank) -> Rank { (rank.0, rank.1, -rank.2) }
        let place = ofMost ? order.last : order.min { next($0.rank) < next($1.rank) }
        return place.flatMap { waiting[$0.party]?.first?.id }
    }

    private mutating func count(_ party: WebParty, by change: Int) {
        for name in [party.network, party.person] {
            sums[name, default: (0, [:])].all += change
            sums[name]?.of[party, default: 0] += change
            if sums[name]?.of[party] == 0 { sums[name]?.of[party] = nil }
            for other in sums[name]?.of.keys ?? [:].keys { sort(other) }
            if sums[name]?.all == 0 { sums[name] = nil }
        }
    }

    /// Moves the party to its place in the order.
    private mutating func sort(_ party: WebParty) {
        if let rank = ranks.removeValue(forKey: party) { order.remove(at: order.sortedIndex { $0.rank < rank }) }
        guard let turn = waiting[party]?.first?.turn else { return }
        let (ofNetwork, ofPerson) = (sums[party.network]?.all ?? 0, sums[party.person]?.all ?? 0)
        let most = max(0, max(ofNetwork, ofPerson) - (party.isKnown ? reserved : 0))
        let rank = (most, min(ofNetwork, ofPerson), -turn)
        ranks[party] = rank
        order.insert((rank, party), at: order.sortedIndex { $0.rank < rank })
    }
}

extension Array {
    /// The index of the first element that is not before. The array is sorted, and is halved at each step.
    fileprivate func sortedIndex(where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
