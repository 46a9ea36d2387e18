import Adit
import AditLibrary

/// A catalog for people: the tree of an app's messages, Adit's own messages, gateways, the state and types.
struct CatalogSummary {
    private let document: JSONValue
    private let types: JSONValue.Object
    /// The columns of the terminal; nil if there is none.
    private let width: Int?
    /// The types whose cases have been listed.
    private var shown: Set<ByteString> = []

    init(_ document: JSONValue, width: Int?) {
        (self.document, self.width) = (document, width)
        types = document["$defs"]?.object ?? JSONValue.Object()
    }

    /// The list of the apps of a library.
    static func text(ofApps apps: JSONValue) -> String {
        var lines = CatalogLines()
        for app in apps.object ?? JSONValue.Object() { lines.add(0, app.key, version(of: app.value)) }
        return lines.text(width: nil)
    }

    private static func version(of app: JSONValue) -> String {
        "version \(app["version"]?.string ?? "") (\(app["hash"]?.string ?? ""))"
    }

    var text: String {
        mutating get {
            var text = "\(document["title"]?.string ?? ""), \(CatalogSummary.version(of: document))\n"
            text += section("Messages to the core", messages("@toCore", ofApp: true))
            text += section("Messages to the host", messages("@toHost", ofApp: true))
            text += section("Adit's own messages to the core", messages("@toCore", ofApp: false))
            text += section("Adit's own messages to the host", messages("@toHost", ofApp: false))
            var gateways = CatalogLines()
            addCases(of: SchemaType(types["@gateways"]), 2, to: &gateways)
            text += section("Gateways of the host", gateways)
            text += section("State", state)
            text += section("Types", otherTypes)
            return text
        }
    }

    private func section(_ title: String, _ lines: CatalogLines) -> String {
        lines.isEmpty ? "" : "\n\(title)\n\(lines.text(width: width))"
    }

    private func resolve(_ type: SchemaType) -> SchemaType { type.reference.map { SchemaType(types[$0]) } ?? type }

    // MARK: Messages

    /// The messages of one direction: the app's, or Adit's, whose keys begin with an @.
    private mutating func messages(_ direction: String, ofApp: Bool) -> CatalogLines {
        var lines = CatalogLines()
        for message in SchemaType(types[direction]).properties where message.key.hasPrefix("@") != ofApp {
            let payload = SchemaType(message.value)
            let forms = (payload.json["anyOf"]?.array ?? []).map { SchemaType($0) }
            if forms.first?.hasMembers == true {
                for form in forms { lines.add(2, message.key, form.members, payload.doc) }
            } else {
                addCase(message.key, payload, 2, to: &lines)
            }
        }
        return lines
    }

    /// Returns whether a type's cases are to be listed: an enum's are, where it is met first.
    private mutating func showsCases(_ type: SchemaType) -> Bool {
        guard resolve(type).hasCases else { return false }
        return type.reference.map { shown.insert(ByteString($0)).inserted } ?? true
    }

    private mutating func addCase(_ name: String, _ payload: SchemaType, _ indent: Int, to lines: inout CatalogLines) {
        let type = resolve(payload)
        let doc = payload.doc ?? type.doc
        if showsCases(payload) {
            lines.add(indent, name, "", doc)
            addCases(of: type, indent + 2, to: &lines)
        } else {
            lines.add(indent, name, payload.hasMembers ? payload.members : payload.text, doc)
        }
    }

    private mutating func addCases(of type: SchemaType, _ indent: Int, to lines: inout CatalogLines) {
        for payload in type.properties { addCase(payload.key, SchemaType(payload.value), indent, to: &lines) }
    }

    // MARK: State and types

    private func addMembers(of type: SchemaType, _ indent: Int, to lines: inout CatalogLines) {
        for property in type.properties {
            let member = type.member(property)
            lines.add(indent, member.name, member.type.text, SchemaType(property.value).doc)
        }
    }

    private var state: CatalogLines {
        mutating get {
            var lines = CatalogLines()
            let state = SchemaType(types["@state"])
            if resolve(state).hasMembers {
                addMembers(of: resolve(state), 2, to: &lines)
            } else {
                lines.add(2, state.text)
            }
            if let name = state.reference { shown.insert(ByteString(name)) }
            return lines
        }
    }

    /// The types that were not listed, to which something leads that a host has to do with.
    private var otherTypes: CatalogLines {
        mutating get {
            var referred: Set<ByteString> = []
            // What only a store has is nothing to a host.
            for type in types where type.key.hasPrefix("@") && type.key != "@durable" {
                noteReferences(in: type.value, &referred)
            }
            var lines = CatalogLines()
            for member in types where !member.key.hasPrefix("@") {
                let name = ByteString(member.key)
                guard !shown.contains(name), referred.contains(name) else { continue }
                addType(member.key, SchemaType(member.value), to: &lines)
            }
            return lines
        }
    }

    private func noteReferences(in json: JSONValue, _ referred: inout Set<ByteString>) {
        for element in json.array ?? [] { noteReferences(in: element, &referred) }
        for member in json.object ?? JSONValue.Object() { noteReferences(in: member.value, &referred) }
        guard let name = SchemaType(json).reference, referred.insert(ByteString(name)).inserted, let type = types[name]
        else {
            return
        }
        noteReferences(in: type, &referred)
    }

    private mutating func addType(_ name: String, _ type: SchemaType, to lines: inout CatalogLines) {
        let choices = type.json["oneOf"]?.array
        let isListed = type.hasCases || type.hasMembers || choices != nil
        lines.add(2, name, isListed ? "" : type.text, type.doc)
        if type.hasCases {
            addCases(of: type, 4, to: &lines)
        } else if type.hasMembers {
            addMembers(of: type, 4, to: &lines)
        }
        for choice in choices ?? [] { lines.add(4, choice["const"]?.string ?? "", "", SchemaType(choice).doc) }
    }
}
