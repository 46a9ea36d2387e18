/// The members that implement the coding of an enum with raw values.
struct RawEnumCoding {
    let shape: EnumShape
    let values: RawValues
    let context: TypeContext

    var members: [String] {
        switch values {
        case .texts(let texts):
            [textReading(texts), writing(texts.map(\.json)), schema(texts)]
        case .numbers(let numbers):
            [numberReading(numbers), writing(numbers.map(String.init)), schema(numbers)]
        }
    }

    private func textReading(_ texts: [String]) -> String {
        let choices = zip(shape.cases, texts).map { (name: $1, action: "self = .\($0.name); return") }
        return context.initializer(
            """
            if let text = reader.text {
            \(NameDecision.code("text", choices).indented())
            }
            throw reader.unknownValue(\(texts.map(\.literal).joined(separator: ", ")))
            """)
    }

    private func numberReading(_ numbers: [Int64]) -> String {
        let choices = zip(shape.cases, numbers).map { "case \($1): self = .\($0.name)\n" }.joined()
        return context.initializer(
            """
            switch try Swift.Int64(reading: reader) {
            \(choices)default: throw reader.expected("one of \(numbers.map(String.init).joined(separator: ", "))")
            }
            """)
    }

    private func writing(_ literals: [String]) -> String {
        let branches = zip(shape.cases, literals).map { "    case .\($0.name): writer.write(literal: \($1.literal))\n" }
        return """
            \(context.access)func write(to writer: Adit.JSONWriter)\(context.whereClause) {
                switch self {
            \(branches.joined())    }
            }
            """
    }

    private func schema(_ texts: [String]) -> String {
        let choices = zip(shape.cases, texts).map { "Adit.Schema.Choice(\($1.literal), \($0.doc.literal))" }
        return SchemaWriting.function(".texts(\(SchemaWriting.list(choices)))", doc: shape.doc, in: context)
    }

    private func schema(_ numbers: [Int64]) -> String {
        let list = numbers.map(String.init).joined(separator: ", ")
        return SchemaWriting.function(".integers([\(list)])", doc: shape.doc, in: context)
    }
}
