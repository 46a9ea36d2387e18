/// A case of an enum, and what it is on the wire.
struct WireCase {
    enum Payload {
        case none
        /// One value without a label.
        case value(WireValue)
        /// Values with labels; in the declared order, nil for one that is not coded.
        case labelled([WireValue?])
    }

    /// Its name as the author wrote it.
    let name: String
    /// Its name on the wire.
    let key: String
    let doc: String
    let payload: Payload
    /// The direction that a marker gives it; nil: none does.
    var mark: String?

    /// The values that are coded.
    var values: [WireValue] {
        switch payload {
        case .none: []
        case .value(let value): [value]
        case .labelled(let values): values.compactMap { $0 }
        }
    }
}
