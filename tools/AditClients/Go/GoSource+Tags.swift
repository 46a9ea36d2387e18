extension GoSource {
    /// The tag of a field. Its key is one that ``refuseUntaggable(_:)`` has looked at.
    static func tag(_ key: String, isRequired: Bool) -> String {
        // A key that is "-" means no key, unless there are options.
        "`json:\"\(key)\(isRequired ? key == "-" ? "," : "" : ",omitempty")\"`"
    }

    /// Refuses keys that cannot be in a tag: `encoding/json` would take the name of the field instead, or the tag would end.
    static func refuseUntaggable(_ model: ClientModel) throws(CatalogError) {
        for type in model.types {
            let keys: [String] =
                switch type.kind {
                case .record(let members): members.map(\.key)
                case .alternatives(let forms): forms.flatMap { $0.members.map(\.key) }
                case .cases, .messages: type.cases.flatMap { one in [one.key] + (one.members ?? []).map(\.key) }
                default: []
                }
            let beside = if case .messages(let messages) = type.kind { messages.all.map(\.key) } else { [String]() }
            for key in keys + beside where !isTaggable(key) {
                throw CatalogError(
                    "the type \(type.name): found the key \(SchemaNode.string(key).json); the tag of a field of Go has letters, digits, spaces and !#$%&()*+-./:;<=>?@[]^_{|}~ only"
                )
            }
        }
    }

    /// What `encoding/json` takes as a name.
    private static func isTaggable(_ key: String) -> Bool {
        let signs = "!#$%&()*+-./:;<=>?@[]^_{|}~ ".unicodeScalars
        return !key.isEmpty
            && key.unicodeScalars.allSatisfy { scalar in
                signs.contains(scalar) || PlainText.isLetterOrNumber(scalar)
            }
    }
}
