// SPDX-License-Identifier: Apache-2.0
import AditJSON

extension ClientModel {
    /// The bytes of the longest catalog of which a client is made.
    package static let longestCatalog = 1 << 24
    /// How deep the objects and arrays of a catalog may nest.
    private static let deepest = 100

    /// Reads a catalog, as `adit_catalog` returns it for an app.
    ///
    /// - Throws: ``CatalogError`` if the text is no catalog of an app whose message types are known.
    package init(catalog text: String) throws(CatalogError) {
        let root = try ClientModel.root(of: text)
        guard let app = root["title"]?.text, let hash = root["hash"]?.text, let definitions = root["$defs"]?.members
        else {
            throw CatalogError(
                "found no title, hash and $defs; the catalog of an app is expected, as adit-catalog --json LIBRARY APP prints it"
            )
        }
        self.app = app
        self.hash = hash
        version = root["version"]?.text ?? ""
        clientName = Words.pascal(app) + "Client"
        var builder = ModelBuilder(definitions, client: clientName)
        let types = try builder.build()
        gateways = try builder.gateways()
        names = builder.table
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
        let replies = gateways.flatMap { $0.reply?.names ?? [] }
        func reachable(from roots: [String]) -> Set<String> {
            var found = Set(roots)
            var waiting = roots
            while let name = waiting.popLast() {
                guard let index = byName[name] else { continue }
                for next in types[index].names where found.insert(next).inserted { waiting.append(next) }
            }
            return found
        }
        sent = reachable(from: [ClientModel.messageToCore] + replies)
        received = reachable(from: [ClientModel.messageToHost])
    }

    private static func root(of text: String) throws(CatalogError) -> SchemaNode {
        guard text.utf8.count <= longestCatalog else {
            throw CatalogError("found \(text.utf8.count) bytes; a catalog of at most \(longestCatalog) is expected")
        }
        let node = Array(text.utf8).withUnsafeBytes { bytes -> Result<SchemaNode, CatalogError> in
            do throws(JSONSyntaxError) {
                let document = try JSONDocument(parsing: bytes, depth: deepest)
                return document.withRoot { root in
                    Result { () throws(CatalogError) in try SchemaNode(root) }
                }
            } catch {
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
