import AditJSON

/// A schema in a catalog. It is parsed once, although a comparison may meet it by many paths.
final class CatalogSchema {
    let json: JSON
    // The definitions outlive the comparison.
    private unowned let definitions: CatalogDefinitions

    init(_ json: JSON, in definitions: CatalogDefinitions) { (self.json, self.definitions) = (json, definitions) }

    /// The schema that it refers to; itself if it is not a reference. The definitions own it: schemas refer to each
    /// other in cycles.
    var resolved: CatalogSchema {
        if let target { return target }
        let target = definitions.resolve(self)
        self.target = target
        return target
    }
    private unowned var target: CatalogSchema?

    /// The shape of its values, by the schema that it refers to.
    var shape: SchemaShape {
        let resolved = resolved
        return resolved === self ? ownShape : resolved.shape
    }
    private lazy var ownShape = SchemaShape(self)

    var isReference: Bool { json["$ref"]?.text != nil }

    /// A schema within this one.
    func schema(_ json: JSON) -> CatalogSchema { CatalogSchema(json, in: definitions) }

    /// The members that an object's schema lists; nil if it lists none.
    private(set) lazy var members: [ByteString: CatalogSchema]? = {
        guard case .object(let properties)? = json["properties"] else { return nil }
        return Dictionary(properties.map { (ByteString($0.key), schema($0.value)) }) { $1 }
    }()

    /// Words for people; of a reference, its name.
    var words: String { json["$ref"]?.text.map { String($0.split(separator: "/").last ?? "") } ?? shape.words }
}

/// The definitions of a catalog.
final class CatalogDefinitions {
    private let definitions: JSONObject
    private var schemas: [ByteString: CatalogSchema] = [:]

    init(_ definitions: JSONObject) { self.definitions = definitions }

    /// The schema of a name, always the same object; nil if absent.
    subscript(name: String) -> CatalogSchema? {
        if let schema = schemas[ByteString(name)] { return schema }
        guard let json = definitions[name] else { return nil }
        let schema = CatalogSchema(json, in: self)
        schemas[ByteString(name)] = schema
        return schema
    }

    /// Returns the schema that a schema refers to, after any number of steps; a schema of anything if that is missing,
    /// or itself.
    func resolve(_ schema: CatalogSchema) -> CatalogSchema {
        var (schema, seen) = (schema, Set<ByteString>())
        while let reference = schema.json["$ref"]?.text {
            let name = String(decodingPercents: reference.utf8.dropFirst("#/$defs/".utf8.count))
            guard seen.insert(ByteString(name)).inserted, let next = self[name] else { return any }
            schema = next
        }
        return schema
    }

    private lazy var any = CatalogSchema(.bool(true), in: self)
}
