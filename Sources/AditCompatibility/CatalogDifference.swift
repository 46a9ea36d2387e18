import AditJSON

/// A difference between two catalogs of an app at one place.
package struct CatalogDifference: Equatable {
    /// A party that was made for the old catalog.
    package enum Party: String, CaseIterable {
        /// A program that embeds the app.
        case host
        /// A store with a state of the app.
        case store
        /// A recording of the app's messages.
        case recording
    }

    /// The place: a JSON Pointer of cases and members, such as `/@toCore/todo/request/add/item/due`.
    package let path: String
    /// The old state, in words.
    package let was: String
    /// The new state, in words.
    package let present: String
    /// Whom it breaks; empty if the old and the new go together.
    package internal(set) var breaks: Set<Party>

    /// One line for people.
    package var line: String { "\(path): was \(was), is \(present)" }
}

extension Set<CatalogDifference.Party> {
    /// The names, in order.
    package var names: [String] { CatalogDifference.Party.allCases.filter(contains).map(\.rawValue) }
}
