/// The types that a schema is made of, each described once.
public final class SchemaDefinitions {
    /// A type's name, what it is for, and what its values are.
    package struct Definition {
        package let name: String
        package let doc: String
        package let schema: Schema
    }

    private var names: [ObjectIdentifier: String] = [:]
    private var defined: [String: Definition] = [:]

    package init() {}

    /// The types, in the order of their names.
    package var all: [Definition] { defined.values.sorted { $0.name < $1.name } }

    /// What the values of a type are, by its name here; nil if there is none.
    func schema(named name: String) -> Schema? { defined[name]?.schema }

    /// Describes a type, unless that has been done.
    ///
    /// - Parameters:
    ///   - doc: what the type is for.
    ///   - describe: what its values are; it may come back to the type itself.
    /// - Returns: a reference to the type.
    public func define<T>(_ type: T.Type, _ doc: String = "", _ describe: () -> Schema) -> Schema {
        if let name = names[ObjectIdentifier(type)] { return .reference(name) }
        let name = unusedName(for: type)
        names[ObjectIdentifier(type)] = name
        defined[name] = Definition(name: name, doc: doc, schema: describe())
        return .reference(name)
    }

    /// What the values of a type are.
    public func schema<T: WireCodable>(of _: T.Type) -> Schema { T.schema(in: self) }

    /// What the values of a property are.
    public func schema<Root, T: WireCodable>(of _: KeyPath<Root, T>) -> Schema { T.schema(in: self) }

    /// The type's name without its module, in letters that a reference can have.
    private func unusedName(for type: Any.Type) -> String {
        // A private type's surroundings are told by an address, which is another one in each run.
        let parts = String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
        let local = parts.count > 1 ? parts.dropFirst() : parts[...]
        let base = String(local.joined(separator: ".").map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "." })
        guard names.values.contains(base) else { return base }
        var number = 2
        while names.values.contains("\(base).\(number)") { number += 1 }
        return "\(base).\(number)"
    }
}
