/// What a client has, each with its name in the language.
struct ClientMembers {
    /// The features.
    let features: [(feature: Operations.Feature, name: String)]
    /// The methods that send the messages without a feature.
    let others: [(operation: Operations.Operation, name: String)]
    /// The functions that follow parts of the state.
    let parts: [(part: Part, name: String, isWindow: Bool)]

    /// - Parameters:
    ///   - taken: the names of what the client has besides.
    ///   - hasWindows: whether another function follows a window of a part.
    init(_ model: ClientModel, _ fields: FieldNames, beside taken: [String], hasWindows: Bool = false) {
        let operations = model.operations
        let followed = model.parts.flatMap { part in
            [(part: part, isWindow: false)] + (hasWindows && part.isList ? [(part: part, isWindow: true)] : [])
        }
        let keys =
            operations.features.map(\.key) + operations.others.map(\.one.key)
            + followed.map { $0.part.name + ($0.isWindow ? " window" : "") }
        let names = fields.names(keys, beside: taken)
        features = Array(zip(operations.features, names))
        others = Array(zip(operations.others, names.dropFirst(features.count)))
        parts = zip(followed, names.suffix(followed.count)).map { ($0.part, $1, $0.isWindow) }
    }
}
