extension CppSource {
    static let types = ShapeTypes(
        any: "adit::json", bool: "bool", number: "double", text: "std::string", uuid: "typed::Uuid",
        timestamp: "typed::Timestamp", day: "typed::Day",
        integer: ShapeTypes.sized(
            ["int8", "uint8", "int16", "uint16", "int32", "uint32", "uint64"].map { "std::\($0)_t" },
            else: "std::int64_t"),
        list: { "std::vector<\($0)>" }, dictionary: { "std::map<std::string, \($0)>" },
        optional: { "std::optional<\($0)>" })

    /// The type of a member of another type, which is in a box if it has values of that again.
    func type(_ shape: Shape, in owner: String) -> String {
        switch shape {
        case .optional(let shape): "std::optional<\(type(shape, in: owner))>"
        case .named(let name): model.isRecursive(name, in: owner) ? "typed::Box<\(name)>" : name
        default: type(shape)
        }
    }

    func fieldType(_ member: Member, in owner: String) -> String {
        let type = type(member.shape.wrapped, in: owner)
        return member.isRequired ? type : "std::optional<\(type)>"
    }

    /// The type of a parameter, which is a reference where a copy may cost something.
    func parameterType(_ shape: Shape, _ type: String) -> String {
        switch shape {
        case .bool, .integer, .number, .constant(.bool): return type
        case .named(let name):
            if case .choices? = model[name]?.kind { return type }
            return "const \(type) &"
        default: return "const \(type) &"
        }
    }

    /// A literal whose other characters are the bytes of UTF-8. `??` would begin a trigraph, and a NUL end the text.
    static func literal(_ text: String) -> String {
        let literal = PlainText.literal(text) { scalar in
            String(scalar).utf8.map { byte in
                "\\" + String([byte >> 6, byte >> 3 & 7, byte & 7].map { Character(UnicodeScalar(48 + $0)) })
            }.joined()
        }
        let plain = literal.split(separator: "??", omittingEmptySubsequences: false).joined(separator: "?\\?")
        return text.utf8.contains(0) ? "std::string_view(\(plain), \(text.utf8.count))" : plain
    }
}
