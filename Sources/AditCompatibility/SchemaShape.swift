import AditJSON

/// The constraints of a JSON Schema in a catalog. A catalog has only schemas that `Catalog` writes.
indirect enum SchemaShape {
    case any
    /// An object of these members.
    case members([ByteString: CatalogSchema], SchemaPresence)
    /// An object with one of these cases, and members beside it.
    case cases([ByteString: CatalogSchema], beside: [ByteString: CatalogSchema])
    /// An object of any keys, or of keys of a pattern.
    case dictionary(keys: ByteString, CatalogSchema)
    case list(CatalogSchema)
    /// One of several values: all of them, in order and as a set.
    case choices([JSON], Set<JSON>)
    /// A value of one of several schemas, or null.
    case forms([CatalogSchema], allowsNull: Bool)
    /// A text, a number or a truth value, with keywords that restrict it.
    case plain(ByteString, JSONObject)

    /// - Parameter schema: a schema that is not a reference.
    init(_ schema: CatalogSchema) {
        guard case .object(let keywords) = schema.json else {
            self = .any
            return
        }
        if let forms = keywords["anyOf"]?.elements {
            let others = forms.filter { $0["type"] != .string("null") }
            self = .forms(others.map(schema.schema), allowsNull: others.count < forms.count)
        } else if let choices = SchemaShape.choices(of: keywords) {
            self = .choices(choices, Set(choices))
        } else if case .string(let type)? = keywords["type"] {
            self = SchemaShape.typed(ByteString(type), keywords, schema)
        } else {
            self = .any
        }
    }

    private static func choices(of keywords: JSONObject) -> [JSON]? {
        if let only = keywords["const"] { return [only] }
        if let all = keywords["enum"]?.elements { return all }
        guard let documented = keywords["oneOf"]?.elements else { return nil }
        let values = documented.compactMap { $0["const"] }
        return values.count == documented.count ? values : nil
    }

    private static func typed(_ type: ByteString, _ keywords: JSONObject, _ schema: CatalogSchema) -> SchemaShape {
        switch type {
        case "array": return .list(schema.schema(keywords["items"] ?? .bool(true)))
        case "object": break
        default: return .plain(type, keywords)
        }
        let members = schema.members ?? [:]
        if let alternatives = keywords["oneOf"]?.elements {
            let names = Set(alternatives.compactMap { $0["required"]?.elements?.first?.text.map(ByteString.init(_:)) })
            return .cases(members.filter { names.contains($0.key) }, beside: members.filter { !names.contains($0.key) })
        }
        if keywords["minProperties"] != nil { return .cases(members, beside: [:]) }
        if keywords["properties"] == nil, let value = keywords["additionalProperties"] {
            let keys = ByteString(keywords["propertyNames"]?["pattern"]?.text ?? "")
            return .dictionary(keys: keys, schema.schema(value))
        }
        return .members(members, SchemaPresence(keywords))
    }

    /// How many parts it has, each of which takes a step to compare.
    var count: Int {
        switch self {
        case .any, .dictionary, .list, .plain: 1
        case .members(let members, let presence): 1 + members.count + presence.count
        case .cases(let cases, let beside): 1 + cases.count + beside.count
        case .choices(let values, _): 1 + values.count
        case .forms(let forms, _): 1 + forms.count
        }
    }

    /// Words for people.
    var words: String {
        switch self {
        case .any: "any JSON"
        case .members(let members, _) where members.isEmpty: "an empty object"
        case .members(let members, _):
            "an object with \(SchemaShape.list(members.sorted { $0.key < $1.key }.map(SchemaShape.words(of:))))"
        case .cases(let cases, _): "one of the cases \(SchemaShape.list(cases.keys))"
        case .dictionary(_, let value): "an object of any keys, each with \(value.words)"
        case .list(let element): "a list of \(element.words)"
        case .choices(let values, _): "one of \(SchemaShape.list(values.map { $0.text ?? $0.description }))"
        case .forms(let forms, let allowsNull):
            (forms.prefix(8).map(\.words) + (forms.count > 8 ? ["\(forms.count - 8) more"] : [])
                + (allowsNull ? ["null"] : [])).joined(separator: " or ")
        case .plain(let type, let keywords): SchemaShape.words(of: type, keywords)
        }
    }

    /// The name of a member, with its value if it has only one: objects of the same members differ by that.
    private static func words(of member: (key: ByteString, value: CatalogSchema)) -> String {
        member.key.string + (onlyValue(of: member.value).map { " \($0)" } ?? "")
    }

    private static func onlyValue(of schema: CatalogSchema) -> String? {
        // References may lead in cycles.
        if schema.isReference { return nil }
        return switch schema.shape {
        case .choices(let values, _) where values.count == 1: values[0].description
        case .forms(let forms, true) where forms.count == 1: onlyValue(of: forms[0]).map { "\($0) or null" }
        default: nil
        }
    }

    private static func words(of type: ByteString, _ keywords: JSONObject) -> String {
        if case .string(let format)? = keywords["format"] { return "a \(format)" }
        if case .integer(let least)? = keywords["minimum"], case .integer(let most)? = keywords["maximum"] {
            return least == .min && most == .max ? "an integer" : "an integer from \(least) to \(most)"
        }
        var words = type == "string" ? "a text" : type == "integer" ? "an integer" : "a \(type)"
        if case .integer(let length)? = keywords["maxLength"] {
            words += " of up to \(Int(length).counted("character"))"
        }
        if case .string(let pattern)? = keywords["pattern"] { words += " that matches \(pattern)" }
        return words
    }

    private static func list(_ names: some Sequence<ByteString>) -> String { list(names.sorted().map(\.string)) }

    /// A list that does not get long.
    private static func list(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
    }
}

extension JSON {
    /// The member of an object; nil of another value.
    subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
}

/// Which members of an object are there.
struct SchemaPresence {
    /// Those without which the object is refused.
    private let required: Set<ByteString>
    /// Those that may be absent where the app reads the object, and that it always writes: `x-written`.
    private let written: Set<ByteString>

    init(_ keywords: JSONObject) {
        func names(_ keyword: String) -> Set<ByteString> {
            Set(keywords[keyword]?.elements?.compactMap(\.text).map(ByteString.init(_:)) ?? [])
        }
        (required, written) = (names("required"), names("x-written"))
    }

    /// The members that a reader of values of one way relies on.
    func certain(_ way: SchemaComparison.Way) -> Set<ByteString> {
        way == .heard ? required.union(written) : required
    }

    /// Words for people.
    func words(_ name: ByteString, _ way: SchemaComparison.Way) -> String {
        if required.contains(name) { return "required" }
        return way == .heard && written.contains(name) ? "always written" : "optional"
    }

    var count: Int { required.count + written.count }
}

/// The schema of a text, a number or a truth value.
struct PlainSchema {
    private let type: ByteString
    private let keywords: JSONObject

    init(_ type: ByteString, _ keywords: JSONObject) { (self.type, self.keywords) = (type, keywords) }

    /// Returns whether it allows all that another one allows.
    func accepts(_ other: PlainSchema) -> Bool {
        guard type == other.type || type == "number" && other.type == "integer" else { return false }
        // Of a pattern or a format it is known only whether it is the same.
        for keyword in ["pattern", "format", "minLength", "exclusiveMinimum", "exclusiveMaximum"] {
            if let value = keywords[keyword], other.keywords[keyword] != value, other.type == type { return false }
        }
        if let most = keywords["maxLength"]?.whole {
            guard let others = other.keywords["maxLength"]?.whole, others <= most else { return false }
        }
        guard other.type == "integer", type == "integer" else { return true }
        return bound("minimum", .min) <= other.bound("minimum", .min)
            && bound("maximum", .max) >= other.bound("maximum", .max)
    }

    private func bound(_ keyword: String, _ none: Int64) -> Int64 { keywords[keyword]?.whole ?? none }
}
