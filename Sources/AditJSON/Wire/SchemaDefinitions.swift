/// A registry of the types that schemas refer to, each defined once.
public final class SchemaDefinitions {
    /// A type's name, description and schema.
    package struct Definition {
        package let name: String
        package let doc: String
        package let schema: Schema
    }

    private var names: [ObjectIdentifier: String] = [:]
    private var defined: [String: Definition] = [:]

    package init() {}

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
        let name = unusedName(for: type)
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
        // A private type's context is printed with an address, which differs from run to run.
        let parts = String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
        let local = parts.count > 1 ? parts.dropFirst() : parts[...]
        let base = String(local.joined(separator: ".").map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "." })
        guard names.values.contains(base) else { return base }
        var number = 2
        while names.values.contains("\(base).\(number)") { number += 1 }
        return "\(base).\(number)"
    }
}
