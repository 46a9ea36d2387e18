import Adit
import Observation

/// Something with a single entry point whose properties are of every kind, and that may fail.
@Observable
final class Till: SingleEntryPoint {
    enum When: Codable {
        case customerPays(cents: Int, items: [String])
        case clerkOpens
    }

    struct Receipt: Equatable {
        var items: [String] = []
        var cents = 0
    }

    /// It must be closed for that.
    struct IsOpen: Error, Equatable {}
    struct IsBroken: Error, Equatable {}

    var receipt = Receipt()
    @ObservationIgnored @Doubled var drawers = 1
    private(set) var isOpen = false

    func handle(_ when: When) throws {
        switch when {
        case .customerPays(let cents, let items):
            if isOpen { throw IsOpen() }
            receipt = Receipt(items: items, cents: cents)
        case .clerkOpens: isOpen = true
        }
    }
}

/// A wrapper, whose key path prints as an address.
@propertyWrapper
struct Doubled {
    var wrappedValue: Int { didSet { wrappedValue *= 2 } }
}
