/// Builds the body of a line of the server: a JSON object.
struct Body {
    private(set) var text: String

    init(_ members: KeyValuePairs<String, String> = [:]) {
        text = "{"
        for (key, value) in members { add(key, json: value.quoted) }
    }

    mutating func add(_ key: String, _ value: String) { add(key, json: value.quoted) }
    /// Adds members that are JSON already.
    mutating func add(_ members: String) { text += (text.utf8.count > 1 ? "," : "") + members }
    mutating func add(_ key: String, json: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\(key.quoted):\(json)"
    }

    var json: String { text + "}" }
}

/// A line of the server: `{KEY: body}`, with an `@id` and a core's name beside it.
func line(_ key: String, _ body: String, id: String? = nil, core: String? = nil) -> String {
    var line = "{\"\(key)\":\(body)"
    if let id { line += ",\"@id\":\(id)" }
    if let core { line += ",\"@core\":\"\(core)\"" }
    return line + "}"
}
