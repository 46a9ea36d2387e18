// SPDX-License-Identifier: Apache-2.0

/// The names of the types, each once in any spelling.
struct NameTable {
    private var taken: Set<String>

    /// Names that mean something in one of the languages or in what is generated.
    private static let reserved = [
        "Any", "AppState", "AppView", "Array", "Bool", "Boolean", "Box", "Case", "Class", "Client", "Codable", "Data",
        "Date", "Decodable",
        "Decoder", "Double", "Encodable", "Encoder", "Enum", "Error", "Exception", "Float", "Function", "Gateways",
        "Generic", "HashMap", "Int",
        "Int64", "Integer", "Iterator", "Json", "List", "Literal", "Long", "Map", "MessageToCore", "MessageToHost",
        "Never", "None",
        "Number", "Object", "Option", "Optional", "Pair", "Promise", "Protocol", "Record", "Reply", "Result", "Self",
        "Sequence", "Serialize",
        "Deserialize", "Set", "Some", "String", "Symbol", "Table", "Task", "Throwable", "Timestamp", "Transport",
        "Type", "TypeAlias", "Union",
        "Unit", "Url", "Uuid", "Value", "Vec", "Void", "Handler", "Ok", "Err", "Day", "Sent", "Received", "SentBeside",
        "ReceivedBeside", "Empty", "Followed", "MessageError", "ClientError", "GatewayError", "Items", "Future", "PhantomData", "Map", "BTreeMap", "Options", "App", "Hash", "Open", "Pointer", "ClientOptions", "Parts", "Nullable", "Source", "Answer", "DecodingError", "JsonValue",
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
