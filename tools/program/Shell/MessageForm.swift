import AditLibrary

/// Short forms of messages, by the catalog: `todo add text="Buy milk"` is
/// `{"todo":{"request":{"add":{"item":{"text":"Buy milk"}}}}}`.
///
/// The cases are words; one that leads on alone, such as `request`, may be left out. The values of a case are
/// `KEY=VALUE`; a key of a value that is the only one may stand for itself. A case with one value takes it without a key.
struct MessageForm {
    private let types: JSONValue.Object

    init(catalog: JSONValue) { types = catalog["$defs"]?.object ?? JSONValue.Object() }

    // MARK: Types

    /// The type itself, behind references and optionals.
    func resolve(_ type: SchemaType) -> SchemaType {
        var type = type
        for _ in 0..<16 {
            if let name = type.reference {
                type = SchemaType(types[name])
            } else if let inner = type.optional {
                type = inner
            } else {
                break
            }
        }
        return type
    }

    /// The messages that a host may send.
    var messages: SchemaType { SchemaType(types["@toCore"]) }

    /// The type of the state, with the views.
    var state: SchemaType {
        var state = resolve(SchemaType(types["@state"])).json
        if let view = types["@view"], !SchemaType(view).properties.isEmpty { state["properties"]?["view"] = view }
        return SchemaType(state)
    }

    /// Returns the cases of a message, and what is behind the last one.
    func parts(of name: String, _ body: JSONValue) -> (cases: [String], value: JSONValue) {
        for direction in ["@toHost", "@toCore"] {
            guard let payload = SchemaType(types[direction]).properties[name] else { continue }
            var (cases, value, type) = ([name], body, resolve(SchemaType(payload)))
            while type.hasCases, let members = value.object, members.count == 1,
                let inner = type.properties[members[0].key]
            {
                cases.append(members[0].key)
                value = members[0].value
                type = resolve(SchemaType(inner))
            }
            return (cases, value)
        }
        return ([name], body)
    }

    /// The requests that a host may be sent, by the names of gateways.
    var gateways: [String] { SchemaType(types["@gateways"]).properties.map(\.key) }

    /// Returns the answer of a gateway that a word is.
    func reply(_ word: ShellWords.Word, of gateway: String) throws(Fault) -> JSONValue {
        let type = SchemaType(types["@gateways"]).properties[gateway]
        return try value(word, of: SchemaType(type?["properties"]?["reply"]), gateway)
    }

    /// The keys of an object that are known, also of one that has several forms.
    func members(of type: SchemaType) -> JSONValue.Object {
        guard type.properties.isEmpty else { return type.elementsOfTable == nil ? type.properties : JSONValue.Object() }
        var members = JSONValue.Object()
        for form in type.json["anyOf"]?.array ?? [] {
            for member in resolve(SchemaType(form)).properties where members[member.key] == nil {
                members.append(member.key, member.value)
            }
        }
        return members
    }

    /// The texts that a value may be, if there are only some.
    func choices(of type: SchemaType) -> [JSONValue] {
        let type = resolve(type)
        if type.json["type"]?.string == "boolean" { return [true, false] }
        if let value = type.json["const"] { return [value] }
        if let values = type.json["enum"]?.array { return values }
        return (type.json["oneOf"]?.array ?? type.json["anyOf"]?.array ?? []).compactMap { $0["const"] }
    }

    // MARK: Cases

    /// Where some words lead.
    struct Place {
        /// The cases, with those that were left out.
        var cases: [String] = []
        /// What is behind the last one.
        var type: SchemaType
        /// The number of words that are cases.
        var words = 0
    }

    /// Follows words as far as they are cases.
    func place(of words: [ShellWords.Word]) -> Place {
        var place = Place(type: messages)
        while words.indices.contains(place.words), isCases(place) {
            let word = words[place.words]
            guard word.key == nil, !word.isQuoted, let step = step(word.value, in: place.type) else { break }
            place.cases += step.cases
            place.type = step.type
            place.words += 1
        }
        return place
    }

    /// Whether a case is to follow.
    func isCases(_ place: Place) -> Bool { place.cases.isEmpty || place.type.hasCases }

    private func step(_ word: String, in type: SchemaType) -> (cases: [String], type: SchemaType)? {
        if let payload = type.properties[word] { return ([word], resolve(SchemaType(payload))) }
        for member in type.properties where member.key == "request" || type.properties.count == 1 {
            let inner = resolve(SchemaType(member.value))
            if inner.hasCases, let payload = inner.properties[word] {
                return ([member.key, word], resolve(SchemaType(payload)))
            }
        }
        return nil
    }

    /// The words that may follow: cases, and those behind a case that may be left out.
    func cases(of type: SchemaType) -> [String] {
        type.properties.flatMap { member -> [String] in
            let inner = resolve(SchemaType(member.value))
            return member.key == "request" && inner.hasCases ? inner.properties.map(\.key) : [member.key]
        }
    }

    // MARK: Messages

    /// Returns the message of a short form.
    func message(_ words: [ShellWords.Word]) throws(Fault) -> JSONValue {
        let place = place(of: words)
        if isCases(place) {
            let known = cases(of: place.type).filter { !$0.hasPrefix("@") }
            let path = place.cases.isEmpty ? "" : place.cases.joined(separator: ".") + ": "
            guard words.indices.contains(place.words) else {
                throw Fault(text: "\(path)a case is expected: \(known.joined(separator: ", "))")
            }
            let word = words[place.words].value
            let advice = Spelling.advice(for: word, among: known)
            throw Fault(text: "\(path)no case \"\(word)\"\(advice) One of \(known.joined(separator: ", "))")
        }
        let payload = try payload(words[place.words...], of: place.type, place.cases.joined(separator: "."))
        return place.cases.reversed().reduce(payload) { JSONValue(dictionaryLiteral: ($1, $0)) }
    }

    private func payload(
        _ words: ArraySlice<ShellWords.Word>, of type: SchemaType, _ path: String
    ) throws(Fault) -> JSONValue {
        let members = members(of: type)
        guard !members.isEmpty else {
            guard words.count <= 1 else { throw Fault(text: "\(path): found \(words.count) values; one is expected") }
            guard let word = words.first else {
                if type.json["type"]?.string == "object" || type.json["properties"] != nil { return [:] }
                throw Fault(text: "\(path): a value is expected: \(type.text)")
            }
            return try value(word.whole, of: type, path)
        }
        var object: JSONValue = [:]
        for word in words {
            let (keys, word) = try member(word, of: type, members, path)
            let memberPath = "\(path).\(keys.joined(separator: "."))"
            let leaf = keys.reduce(type) { SchemaType(self.members(of: resolve($0))[$1]) }
            guard insert(try value(word, of: leaf, memberPath), at: keys[...], in: &object) else {
                throw Fault(text: "\(memberPath): found 2 values; one is expected")
            }
        }
        return object
    }

    /// Returns the members that lead to the value of a word, and the word without what names them.
    private func member(
        _ word: ShellWords.Word, of type: SchemaType, _ members: JSONValue.Object, _ path: String
    ) throws(Fault) -> (keys: [String], value: ShellWords.Word) {
        if let key = word.key, let keys = keys(key, in: members) { return (keys, word) }
        let only = onlyMember(of: type, members)
        let known = keys(of: members)
        guard let key = word.key else {
            if let only { return ([only], word) }
            let keys = members.map(\.key).joined(separator: ", ")
            throw Fault(text: "\(path): found \(word.value); KEY=VALUE is expected, with \(keys)")
        }
        // A text may have a = as well, such as a URL.
        if let only, isText(SchemaType(members[only])), Spelling.nearest(to: key, among: known) == nil {
            return ([only], word.whole)
        }
        let advice = Spelling.advice(for: key, among: known)
        throw Fault(text: "\(path): no key \"\(key)\"\(advice) One of \(known.joined(separator: ", "))")
    }

    /// The member that a value without a key is for: the only one, or the only one that is required.
    private func onlyMember(of type: SchemaType, _ members: JSONValue.Object) -> String? {
        let required = members.map(\.key).filter { !type.mayBeAbsent($0) }
        return members.count == 1 ? members[0].key : required.count == 1 ? required[0] : nil
    }

    /// The members that lead to a key: its parts, or the only member with it. Nil if it is not known.
    private func keys(_ key: String, in members: JSONValue.Object) -> [String]? {
        let parts = key.split(separator: ".").map(String.init)
        guard let first = parts.first else { return nil }
        if members[first] != nil { return parts }
        return members.first { self.members(of: resolve(SchemaType($0.value)))[first] != nil }.map { [$0.key] + parts }
    }

    /// The keys that may be written: those of an only member stand for themselves.
    func keys(of members: JSONValue.Object) -> [String] {
        guard members.count == 1, let only = members.first else { return members.map(\.key) }
        let inner = self.members(of: resolve(SchemaType(only.value)))
        return inner.isEmpty ? [only.key] : inner.map(\.key)
    }

    /// Adds a value to an object.
    ///
    /// - Returns: whether its place was free.
    private func insert(_ value: JSONValue, at keys: ArraySlice<String>, in object: inout JSONValue) -> Bool {
        guard let key = keys.first, object.object != nil else { return false }
        let rest = keys.dropFirst()
        if rest.isEmpty {
            guard object[key] == nil else { return false }
            object[key] = value
            return true
        }
        var inner = object[key] ?? [:]
        guard insert(value, at: rest, in: &inner) else { return false }
        object[key] = inner
        return true
    }

    // MARK: Values

    /// Whether any text is a value.
    private func isText(_ type: SchemaType) -> Bool {
        let type = resolve(type)
        return type.json["type"]?.string == "string" && choices(of: type).isEmpty
    }

    private func value(_ word: ShellWords.Word, of type: SchemaType, _ path: String) throws(Fault) -> JSONValue {
        let (type, text) = (resolve(type), word.value)
        let choices = choices(of: type)
        let choice = choices.first { $0 == .string(text) || !word.isQuoted && $0.description == text }
        if let choice { return choice }
        let isText = isText(type) || choices.contains { $0.string != nil }
        if isText, word.isQuoted || text != "null" { return .string(text) }
        let json: JSONValue
        do throws(Fault) { json = try word.json() } catch { throw Fault(text: "\(path): \(error.text)") }
        // What any JSON may be is a text as well.
        guard json.string == nil || type.json["type"] == nil && type.json["properties"] == nil else {
            throw Fault(text: "\(path): found \(text); \(type.text) is expected")
        }
        return json
    }
}
