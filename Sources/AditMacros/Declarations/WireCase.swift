/// A case of an enum, with its form on the wire.
struct WireCase {
    enum Payload {
        case none
        /// One value without a label.
        case value(WireValue)
        /// Several values, or a labelled one, in declaration order; nil for one that is not coded.
        case labelled([WireValue?])
    }

    /// Its name in the source.
    let name: String
    /// Its name on the wire.
    let key: String
    let doc: String
    let payload: Payload
    /// The direction of its marker; nil if unmarked.
    var mark: String?

    /// The coded values.
    var values: [WireValue] {
        switch payload {
        case .none: []
        case .value(let value): [value]
        case .labelled(let values): values.compactMap { $0 }
        }
    }
}
