import Adit

extension ClientModel {
    /// The bytes of the longest catalog of which a client is made.
    package static let longestCatalog = 1 << 24
    /// How deep the objects and arrays of a catalog may nest.
    private static let deepest = 100

    /// Reads a catalog, as `adit_catalog` returns it for an app.
    ///
    /// - Parameters:
    ///   - text: the catalog.
    ///   - byDirection: whether a type is another one where it is sent if more may be absent there.
    /// - Throws: ``CatalogError`` if the text is no catalog of an app whose message types are known.
    package init(catalog text: String, byDirection: Bool = true) throws(CatalogError) {
        let root = try ClientModel.root(of: text)
        guard let app = root["title"]?.text, let hash = root["hash"]?.text, let definitions = root["$defs"]?.members
        else {
            throw CatalogError(
                "found no title, hash and $defs; the catalog of an app is expected, as adit catalog --json LIBRARY APP prints it"
            )
        }
        self.app = app
        self.hash = hash
        version = root["version"]?.text ?? ""
        clientName = Words.pascal(app) + "Client"
        var builder = ModelBuilder(ClientModel.withoutStored(definitions), client: clientName)
        var types = ClientModel.hidingState(in: try builder.build())
        var gateways = try builder.gateways()
        if byDirection { (types, gateways) = Presence.byDirection(types, gateways, &builder.table) }
        self.gateways = gateways
        self.types = types
        indices = Dictionary(types.indices.map { (types[$0].name, $0) }) { first, _ in first }
        let byName = indices
        components = RecursiveTypes.components(of: types.map { $0.directNames.compactMap { byName[$0] } })
        try ClientModel.refuseEndlessAliases(types, byName)
        func messages(_ name: String) -> Messages {
            if case .messages(let messages)? = types.first(where: { $0.name == name })?.kind { return messages }
            return Messages(cases: [], beside: [], besideOwn: [])
        }
        toCore = messages(ClientModel.messageToCore)
        toHost = messages(ClientModel.messageToHost)
        operations = Operations(types, toCore, toHost, gateways, &builder.table)
        names = builder.table
        let replies = gateways.flatMap { $0.reply?.names ?? [] }
        sent = ClientModel.reachable(from: [ClientModel.messageToCore] + replies, among: types)
        received = ClientModel.reachable(from: [ClientModel.messageToHost], among: types)
    }

    /// Returns the definitions without those that only stores have: a client neither sends nor receives values of them.
    private static func withoutStored(_ definitions: [SchemaMember]) -> [SchemaMember] {
        guard let stored = definitions.first(where: { $0.key == "@durable" }) else { return definitions }
        let others = definitions.filter { $0.key.hasPrefix("@") && $0.key != "@durable" }
        let kept = references(from: others.map(\.value), among: definitions)
        let hidden = references(from: [stored.value], among: definitions).subtracting(kept)
        return definitions.filter { $0.key != "@durable" && !hidden.contains($0.key) }
    }

    /// Returns the names of all definitions that schemas lead to.
    private static func references(from schemas: [SchemaNode], among definitions: [SchemaMember]) -> Set<String> {
        let byName = Dictionary(definitions.map { ($0.key, $0.value) }) { first, _ in first }
        var found: Set<String> = []
        var waiting = schemas
        while let schema = waiting.popLast() {
            waiting += schema.members.map(\.value) + (schema.elements ?? [])
            guard let name = ModelBuilder.referenced(by: schema), let definition = byName[name],
                found.insert(name).inserted
            else {
                continue
            }
            waiting.append(definition)
        }
        return found
    }

    /// Marks the values of `@value` and `@patch`, which are JSON of any form, as secrets if the state has some.
    private static func hidingState(in types: [TypeDeclaration]) -> [TypeDeclaration] {
        let parts = reachable(from: [ClientModel.state, ClientModel.view], among: types)
        guard types.contains(where: { parts.contains($0.name) && $0.hasSecrets }) else { return types }
        return types.map { type in
            guard case .messages(let messages) = type.kind else { return type }
            let marked = Messages(
                cases: messages.cases.map(\.hidingState), beside: messages.beside, besideOwn: messages.besideOwn)
            return type.with(.messages(marked))
        }
    }

    static func reachable(from roots: [String], among types: [TypeDeclaration]) -> Set<String> {
        let byName = types.byName
        var found = Set(roots)
        var waiting = roots
        while let name = waiting.popLast() {
            for next in byName[name]?.names ?? [] where found.insert(next).inserted { waiting.append(next) }
        }
        return found
    }

    private static func root(of text: String) throws(CatalogError) -> SchemaNode {
        guard text.utf8.count <= longestCatalog else {
            throw CatalogError("found \(text.utf8.count) bytes; a catalog of at most \(longestCatalog) is expected")
        }
        let node = Array(text.utf8).withUnsafeBytes { bytes -> Result<SchemaNode, CatalogError> in
            do throws(JSONFailure) {
                return try JSONReader.read(bytes, depth: deepest) { root in
                    Result { () throws(CatalogError) in try SchemaNode(root) }
                }
            } catch {
                guard case .syntax(let error) = error else { return .failure(CatalogError("\(error)")) }
                let offset = error.offset.map { " at byte \($0)" } ?? ""
                return .failure(
                    CatalogError("found no JSON\(offset): \(error.text); the catalog of an app is expected"))
            }
        }
        return try node.get()
    }

    /// Refuses names that mean only each other: no language has such a type.
    private static func refuseEndlessAliases(
        _ types: [TypeDeclaration], _ indices: [String: Int]
    ) throws(CatalogError) {
        let aliases = types.map { type -> [Int] in
            if case .alias(let shape) = type.kind { shape.names.compactMap { indices[$0] } } else { [] }
        }
        let components = RecursiveTypes.components(of: aliases)
        for (index, names) in aliases.enumerated() where names.contains(where: { components[$0] == components[index] })
        {
            throw CatalogError(
                "the type \(types[index].name): found references that lead back to it; a schema of its own is expected")
        }
    }
}
