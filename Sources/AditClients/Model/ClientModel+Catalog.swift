// SPDX-License-Identifier: Apache-2.0
import AditJSON

extension ClientModel {
    /// Reads a catalog, as `adit_catalog` returns it for an app.
    ///
    /// - Throws: ``CatalogError`` if the text is no catalog of an app whose message types are known.
    package init(catalog text: String) throws(CatalogError) {
        var root = SchemaNode.null
        do throws(JSONSyntaxError) {
            let document = try JSONDocument(parsing: text)
            root = document.withRoot { SchemaNode($0) }
        } catch {
            throw CatalogError(
                "found no JSON\(error.offset.map { " at byte \($0)" } ?? ""): \(error.text); the catalog of an app is expected"
            )
        }
        guard let app = root["title"]?.text, let hash = root["hash"]?.text, let definitions = root["$defs"]?.members
        else {
            throw CatalogError(
                "found no title, hash and $defs; the catalog of an app is expected, as adit-catalog --json LIBRARY APP prints it"
            )
        }
        var builder = ModelBuilder(definitions)
        let types = ClientModel.hidingState(in: try builder.build())
        gateways = try builder.gateways()
        self.app = app
        self.hash = hash
        version = root["version"]?.text ?? ""
        self.types = types
        func messages(_ name: String) -> Messages {
            if case .messages(let messages)? = types.first(where: { $0.name == name })?.kind { return messages }
            return Messages(cases: [], beside: [], besideOwn: [])
        }
        toCore = messages(ClientModel.messageToCore)
        toHost = messages(ClientModel.messageToHost)
        let replies = gateways.flatMap { $0.reply?.names ?? [] }
        sent = ClientModel.reachable(from: [ClientModel.messageToCore] + replies, among: types)
        received = ClientModel.reachable(from: [ClientModel.messageToHost], among: types)
    }

    /// Marks the values of `@value` and `@patch`, which are JSON of any form, as secrets if the state has some.
    private static func hidingState(in types: [TypeDeclaration]) -> [TypeDeclaration] {
        let parts = reachable(from: [ClientModel.state, ClientModel.view], among: types)
        guard types.contains(where: { parts.contains($0.name) && $0.hasSecrets }) else { return types }
        return types.map { type in
            guard case .messages(let messages) = type.kind else { return type }
            let cases = messages.cases.map { one in
                guard case .members(let name, var members) = one.payload,
                    let part = ["@value": "value", "@patch": "ops"][one.key],
                    let place = members.firstIndex(where: { $0.key == part })
                else { return one }
                members[place].isSecret = true
                return Case(key: one.key, doc: one.doc, payload: .members(name, members))
            }
            let marked = Messages(cases: cases, beside: messages.beside, besideOwn: messages.besideOwn)
            return TypeDeclaration(name: type.name, doc: type.doc, kind: .messages(marked))
        }
    }

    private static func reachable(from roots: [String], among types: [TypeDeclaration]) -> Set<String> {
        let byName = Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
        var found = Set(roots)
        var waiting = roots
        while let name = waiting.popLast() {
            for next in byName[name]?.names ?? [] where found.insert(next).inserted { waiting.append(next) }
        }
        return found
    }
}
