/// A registry of the types that schemas refer to, each defined once.
public final class SchemaDefinitions {
    /// The names by which schemas refer to types.
    package enum Naming {
        /// The types' own names, for texts that are read outside.
        case byType
        /// Numbers, for schemas that stay in the process: to ask the runtime for a type's name costs many times what its
        /// schema does.
        case byNumber
    }

    /// A type's name, description and schema.
    package struct Definition {
        package let name: String
        package let doc: String
        package let schema: Schema
    }

    private let naming: Naming
    private var names: [ObjectIdentifier: String] = [:]
    private var taken: Set<String> = []
    private var defined: [String: Definition] = [:]

    package init(naming: Naming = .byType) { self.naming = naming }

    /// The types, sorted by name.
    package var all: [Definition] { defined.values.sorted { $0.name < $1.name } }

    /// Returns the schema of a type by its name in the registry; nil if undefined.
    func schema(named name: String) -> Schema? { defined[name]?.schema }

    /// Defines a type unless it is defined already.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - doc: the type's description.
    ///   - describe: returns its schema, which may refer to the type itself.
    /// - Returns: a reference to the type.
    public func define<T>(_ type: T.Type, _ doc: String = "", _ describe: () -> Schema) -> Schema {
        if let name = names[ObjectIdentifier(type)] { return .reference(name) }
        let name = naming == .byNumber ? String(names.count) : unusedName(for: type)
        names[ObjectIdentifier(type)] = name
        defined[name] = Definition(name: name, doc: doc, schema: describe())
        return .reference(name)
    }

    /// Returns the schema of a type.
    public func schema<T: WireCodable>(of _: T.Type) -> Schema { T.schema(in: self) }

    /// Returns the schema of a property.
    public func schema<Root, T: WireCodable>(of _: KeyPath<Root, T>) -> Schema { T.schema(in: self) }

    /// Returns the type's name without its module, in characters that a reference can have.
    private func unusedName(for type: Any.Type) -> String {
        // What String(reflecting:) prints, which first looks for conformances of the metatype.
        let full = _typeName(type, qualified: true)
        // A private type's context is printed with an address, which differs from run to run.
        let parts = full.split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
        let local = parts.count > 1 ? parts.dropFirst() : parts[...]
        let base = String(local.joined(separator: ".").map { $0.isPartOfName ? $0 : "." })
        if taken.insert(base).inserted { return base }
        var number = 2
        while !taken.insert("\(base).\(number)").inserted { number += 1 }
        return "\(base).\(number)"
    }
}

extension Character {
    fileprivate var isPartOfName: Bool {
        // The properties of other characters are looked up in Unicode's tables.
        guard let byte = asciiValue else { return isLetter || isNumber }
        return switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
