// SPDX-License-Identifier: Apache-2.0

/// The names of the types, each once in any spelling.
struct NameTable {
    private var taken: Set<String>

    /// Names that mean something in one of the languages or in what is generated.
    private static let reserved = [
        "Any", "App", "AppState", "AppView", "Array", "BTreeMap", "Bool", "Boolean", "Box", "Case", "Class", "Client",
        "ClientError", "ClientOptions", "Codable", "Data", "Date", "Day", "Decodable", "Decoder", "DecodingError",
        "Deserialize", "Double", "Empty", "Encodable", "Encoder", "Enum", "Err", "Error", "Exception", "Float",
        "Followed", "FollowedParts", "Function", "Future", "GatewayError", "GatewayItems", "Gateways", "Generic",
        "Handler", "Hash", "HashMap", "Int", "Int64", "Integer", "Iterator", "Json", "JsonValue", "List", "Literal",
        "Long", "Map", "MessageError", "MessageToCore", "MessageToHost", "Never", "None", "Nullable", "Number",
        "Object", "Ok", "Open", "Option", "Optional", "Pair", "PhantomData", "Pointer", "Promise", "Protocol",
        "Received", "ReceivedBeside", "Record", "Result", "Self", "Sent", "SentBeside", "Sequence", "Serialize",
        "Set", "Some", "String", "Symbol", "Table", "Task", "Throwable", "Timestamp", "Transport", "Type",
        "TypeAlias", "Union", "Unit", "Url", "Uuid", "Value", "Vec", "Void",
    ]

    init() { taken = Set(NameTable.reserved.map { $0.lowercased() }) }

    /// Takes the first of the names that is free.
    mutating func claim(_ names: String...) -> String {
        for name in names where taken.insert(name.lowercased()).inserted { return name }
        let last = names.last ?? "Type"
        for suffix in ["Type", "Value", "Form"] where taken.insert((last + suffix).lowercased()).inserted {
            return last + suffix
        }
        var number = 2
        while !taken.insert("\(last)\(number)".lowercased()).inserted { number += 1 }
        return "\(last)\(number)"
    }
}
