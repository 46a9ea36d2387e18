import Adit
import AditJSON

/// Dependencies that a host sets: for a core by "with" in its config, for a message and all it causes by "@with" beside
/// it.
@Model
package struct Overrides {
    /// The date. A virtual clock begins at that of the config, and moves on.
    package let date: Timestamp?
    /// The source of ids.
    let uuid: IDs?
    /// The seed of random numbers.
    let random: Int?
    /// The answers of gateways, by name: the reply, or {"error": …}; of a source, all its items.
    let gateways: [String: JSON]?

    /// The source of ids.
    enum IDs {
        /// All ids are this one.
        case fixed(UUID)
        /// Ids count.
        case counting(
            /// The number of the first id.
            from: Int = 0)
        /// Ids of a generator with this seed.
        case seeded(Int)
    }

    /// Whether ids, dates or random numbers are set.
    package var drawsAreSet: Bool { date != nil || uuid != nil || random != nil }

    /// Sets the dependencies in the given values.
    package func apply(to values: inout DependencyValues) {
        if let date { values.date = .constant(date) }
        switch uuid {
        case nil: break
        case .fixed(let id): values.uuid = .constant(id)
        case .counting(let number): values.uuid = .incrementing(from: UInt64(bitPattern: Int64(number)))
        case .seeded(let seed): values.uuid = .seeded(UInt64(bitPattern: Int64(seed)))
        }
        if let random { values.random = .seeded(UInt64(bitPattern: Int64(random))) }
        if let gateways { values.gatewayFixtures.merge(gateways) { $1 } }
    }

    /// - Throws: ``CodingFailure`` if it names a gateway that the app does not list.
    package func check(gateways listed: [String]) throws(CodingFailure) {
        for name in (gateways ?? [:]).keys.sorted() where !listed.contains(where: name.isSpelled) {
            throw CodingFailure(path: "gateways", reason: ErrorSentences.unknownKey(name, listed))
        }
    }
}
