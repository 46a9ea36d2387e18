/// A case of an enum: the one key of its object.
struct Case: Hashable, Sendable {
    let key: String
    let doc: String
    let payload: Payload
    /// Whether its one value is a secret.
    var isSecret = false

    enum Payload: Hashable, Sendable {
        /// An empty object.
        case none
        /// One value.
        case value(Shape)
        /// An object of several values, which is the type of this name.
        case members(String, [Member])
    }

    /// The values, if there are several.
    var members: [Member]? { if case .members(_, let members) = payload { members } else { nil } }

    /// The shapes of the values.
    var shapes: [Shape] {
        switch payload {
        case .none: []
        case .value(let shape): [shape]
        case .members(_, let members): members.map(\.shape)
        }
    }
}

extension Case {
    /// The case with the values of `@value` and `@patch`, which are JSON of any form, as secrets.
    var hidingState: Case {
        guard case .members(let name, var members) = payload, let part = ["@value": "value", "@patch": "ops"][key],
            let place = members.firstIndex(where: { $0.key == part })
        else { return self }
        members[place].isSecret = true
        return Case(key: key, doc: doc, payload: .members(name, members))
    }
}
