// SPDX-License-Identifier: Apache-2.0

extension ClientModel {
    /// Whether a value of the first type is in one of the second, and the other way round, without a list or a dictionary
    /// between: then a language without references has to put it elsewhere.
    func isRecursive(_ name: String, in other: String) -> Bool {
        var found: Set = [name]
        var waiting = [name]
        while let next = waiting.popLast() {
            if next == other { return true }
            for inner in self[next]?.directNames ?? [] where found.insert(inner).inserted { waiting.append(inner) }
        }
        return false
    }
}

extension TypeDeclaration {
    /// The types of which a value is in each value of this one.
    fileprivate var directNames: [String] {
        switch kind {
        case .record(let members): members.compactMap(\.shape.directName)
        case .cases, .messages:
            cases.flatMap { one -> [String] in
                switch one.payload {
                case .none: []
                case .value(let shape): [shape.directName].compactMap(\.self)
                case .members(_, let members): members.compactMap(\.shape.directName)
                }
            }
        case .alternatives(let forms): forms.flatMap { $0.members.compactMap(\.shape.directName) }
        case .union(let shapes): shapes.compactMap(\.directName)
        case .alias(let shape): [shape.directName].compactMap(\.self)
        case .choices, .table: []
        }
    }
}

extension Shape {
    fileprivate var directName: String? {
        switch self {
        case .optional(let shape): shape.directName
        case .named(let name): name
        default: nil
        }
    }
}

extension ClientModel {
    /// Whether a value of a type has another one of it in itself, without a list or a dictionary between.
    func isRecursive(_ name: String) -> Bool { self[name]?.directNames.contains { isRecursive($0, in: name) } ?? false }
}
