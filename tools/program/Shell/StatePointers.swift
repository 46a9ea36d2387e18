import AditClients
import AditLibrary

/// The pointers into the state that a line may go on with.
///
/// The members of a structure are those of the catalog; of a list, the first elements are asked from the core as a range. So
/// a state of any size is completed at once.
struct StatePointers {
    let form: MessageForm
    /// Returns the `@value` that answers an `@get`; nil for an `@error`.
    let ask: (JSONValue) -> JSONValue?

    /// So many elements of a list are offered.
    static let mostElements = 100

    /// A pointer may be written without its first slash.
    static func pointer(_ text: String) -> String { text.utf8.first == UInt8(ascii: "/") ? text : "/" + text }

    /// The parts of the state below the last slash of a text. Those that have parts themselves end with a slash.
    func candidates(for start: String) -> [String] {
        let start = StatePointers.pointer(start)
        let path = start.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(start[..<$0]) } ?? ""
        let type = type(at: path)
        if type.hasMembers {
            return type.properties.map { pointer(path, $0.key, hasParts: form.resolve(SchemaType($0.value)).hasParts) }
        }
        let range: JSONValue = ["path": .string(path), "from": 0, "limit": .number("\(StatePointers.mostElements)")]
        // Only a list has ranges.
        let list = ask(["@get": range])?["value"]
        guard let value = list ?? ask(["@get": ["path": .string(path)]])?["value"] else { return [] }
        if list != nil, value["ids"] != nil, let entities = value["entities"] {
            // The elements of a table are a step further, and offered with it.
            return members(of: value, path) + members(of: entities, path + "/entities")
        }
        return members(of: value, path)
    }

    private func members(of value: JSONValue, _ path: String) -> [String] {
        let most = StatePointers.mostElements
        return switch value {
        case .object(let members): members.prefix(most).map { pointer(path, $0.key, hasParts: $0.value.hasParts) }
        case .array(let elements):
            elements.prefix(most).enumerated().map { pointer(path, "\($0)", hasParts: $1.hasParts) }
        default: []
        }
    }

    private func pointer(_ path: String, _ key: String, hasParts: Bool) -> String {
        "\(path)/\(PointerToken.token(ofKey: key))" + (hasParts ? "/" : "")
    }

    /// The type of a part of the state; an empty schema where the catalog does not say it.
    private func type(at path: String) -> SchemaType {
        let tokens = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return tokens.reduce(form.state) { type, token in
            let key = PointerToken.key(ofToken: Substring(token))
            return form.resolve(
                SchemaType(type.properties[key] ?? type.json["additionalProperties"] ?? type.json["items"]))
        }
    }
}
