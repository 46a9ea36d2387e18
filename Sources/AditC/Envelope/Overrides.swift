import Adit
import AditJSON
import AditState

/// Dependencies that a host sets: for a core by "with" in its config, for a message and all it causes by "@with" beside
/// it.
@Model
struct Overrides {
    /// The date; a virtual clock begins at that of the config, and moves on.
    let date: Timestamp?
    /// Where ids come from.
    let uuid: IDs?
    /// The seed of the random numbers.
    let random: Int?
    /// What stands for the answers of gateways, by their names: the reply, or `{"error": …}`; of a source, all its
    /// items.
    let gateways: [String: JSON]?

    /// Where ids come from.
    @Model
    enum IDs {
        /// All are this one.
        case fixed(UUID)
        /// They count: `00000000-0000-0000-0000-000000000000` is the first, unless `from` says another number.
        case counting(from: Int = 0)
        /// They are those of a generator with this seed.
        case seeded(Int)
    }

    /// Whether ids, dates or random numbers are set.
    var drawsAreSet: Bool { date != nil || uuid != nil || random != nil }

    /// Sets the dependencies in the given values.
    func apply(to values: inout DependencyValues) {
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
    func check(gateways listed: [String]) throws(CodingFailure) {
        for name in (gateways ?? [:]).keys.sorted() where !listed.contains(name) {
            throw CodingFailure(path: "gateways", reason: ErrorSentences.unknownKey(name, listed))
        }
    }
}
