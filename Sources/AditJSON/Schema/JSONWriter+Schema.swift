// JSON Schema, draft 2020-12. https://json-schema.org/draft/2020-12/json-schema-core
extension JSONWriter {
    /// Writes a schema as JSON Schema.
    ///
    /// - Parameters:
    ///   - schema: the schema of the values.
    ///   - doc: their description.
    package func write(_ schema: Schema, doc: String = "") {
        if case .any = schema, doc.isEmpty { return write(true) }
        writeObject {
            writeDescription(doc)
            writeKeywords(of: schema)
        }
    }

    /// Writes a schema of messages: objects with one of these cases, and the members allowed beside it.
    ///
    /// - Parameters:
    ///   - cases: cases allowed with all members.
    ///   - others: cases allowed with some members.
    ///   - members: members allowed with any case.
    ///   - more: members allowed with `cases` only.
    package func write(
        cases: [Schema.Case], others: [Schema.Case], beside members: [Schema.Member], more: [Schema.Member] = [],
        doc: String = ""
    ) {
        writeObject {
            writeDescription(doc)
            writeType("object")
            begin(member: #""properties":"#)
            writeObject {
                writeProperties(of: cases + others)
                for member in members + more { writeProperty(member.name) { write(member.schema, doc: member.doc) } }
            }
            writeOneOf(cases + others)
            if !more.isEmpty {
                begin(member: #""dependentSchemas":"#)
                writeObject {
                    for member in more { writeProperty(member.name) { writeObject { writeOneOf(cases) } } }
                }
            }
            writeNothingElse()
        }
    }

    /// Writes that exactly one of these cases is present.
    private func writeOneOf(_ cases: [Schema.Case]) {
        // Without cases nothing is valid; JSON Schema does not allow an empty list.
        guard !cases.isEmpty else { return begin(member: #""not":{}"#) }
        begin(member: #""oneOf":"#)
        writeArray(of: cases) { schemaCase in
            writeObject {
                begin(member: #""required":"#)
                writeArray(of: [schemaCase.name], write(_:))
            }
        }
    }

    private func writeKeywords(of schema: Schema) {
        switch schema {
        case .boolean: writeType("boolean")
        case .integer(let bounds):
            writeType("integer")
            begin(member: #""minimum":"#)
            write(bounds.lowerBound)
            begin(member: #""maximum":"#)
            write(bounds.upperBound)
        case .number: writeType("number")
        case .singleNumber:
            writeType("number")
            // Halfway between the last `Float` and its next larger number.
            begin(member: #""exclusiveMinimum":"#)
            write(literal: "-3.4028235677973366e38")
            begin(member: #""exclusiveMaximum":"#)
            write(literal: "3.4028235677973366e38")
        case .string: writeType("string")
        case .uuid:
            writeText(format: "uuid", pattern: Schema.uuidPattern)
            write(literal: #","minLength":36,"maxLength":36"#)
        case .timestamp: writeText(format: "date-time", pattern: Schema.timestampPattern)
        case .calendarDay: writeText(format: "date", pattern: Schema.calendarDayPattern)
        case .decimal: writeText(format: "decimal", pattern: Schema.decimalPattern)
        case .text(let pattern, let maxLength):
            writeText(format: nil, pattern: pattern)
            if let maxLength {
                begin(member: #""maxLength":"#)
                write(maxLength)
            }
        case .texts(let choices):
            writeType("string")
            write(choices)
        case .integers(let numbers):
            writeType("integer")
            begin(member: #""enum":"#)
            writeArray(of: numbers) { write($0) }
        case .optional(let wrapped) where wrapped.allowsNull: writeKeywords(of: wrapped)
        case .optional(let wrapped):
            begin(member: #""anyOf":"#)
            writeArray(of: [wrapped, nil]) { form in
                if let form { write(form) } else { writeNullSchema() }
            }
        case .array(let element):
            writeType("array")
            begin(member: #""items":"#)
            write(element)
        case .dictionary(let keys, let value):
            writeType("object")
            begin(member: #""propertyNames":"#)
            writeObject { writePattern(keys ?? Schema.keyPattern) }
            begin(member: #""additionalProperties":"#)
            write(value)
        case .members(let members): write(members)
        case .cases(let cases):
            writeType("object")
            begin(member: #""properties":"#)
            writeObject { writeProperties(of: cases) }
            write(literal: #","minProperties":1,"maxProperties":1"#)
            writeNothingElse()
        case .reference(let name):
            begin(member: ##""$ref":"##)
            write(uri: "#/$defs/", name)
        case .anyOf(let forms):
            begin(member: #""anyOf":"#)
            writeArray(of: forms) { write($0) }
        case .constant(let bool):
            begin(member: #""const":"#)
            write(bool)
        case .any: break
        case .secret(let schema, _):
            writeKeywords(of: schema)
            // An annotation, which validators pass over (JSON Schema Core, 6.5).
            begin(member: #""x-secret":"#)
            write(true)
        }
    }

    /// Writes an enumeration of texts; documented ones have a schema each.
    private func write(_ choices: [Schema.Choice]) {
        if choices.count == 1, let only = choices.first, only.doc.isEmpty {
            begin(member: #""const":"#)
            write(only.name)
        } else if choices.allSatisfy(\.doc.isEmpty) {
            begin(member: #""enum":"#)
            writeArray(of: choices) { write($0.name) }
        } else {
            begin(member: #""oneOf":"#)
            writeArray(of: choices) { choice in
                writeObject {
                    begin(member: #""const":"#)
                    write(choice.name)
                    writeDescription(choice.doc)
                }
            }
        }
    }

    /// Writes an object of these keys. Null is read as absent, so only a key that may be absent allows it.
    private func write(_ members: [Schema.Member]) {
        writeType("object")
        begin(member: #""properties":"#)
        writeObject {
            for member in members {
                writeProperty(member.name) {
                    if member.mayBeAbsent { return write(.optional(member.schema), doc: member.doc) }
                    guard member.schema.allowsNull else { return write(member.schema, doc: member.doc) }
                    writeObject {
                        writeDescription(member.doc)
                        begin(member: #""not":"#)
                        writeNullSchema()
                        writeKeywords(of: member.schema)
                    }
                }
            }
        }
        let required = members.filter { !$0.mayBeAbsent }
        if !required.isEmpty {
            begin(member: #""required":"#)
            writeArray(of: required) { write($0.name) }
        }
        // An annotation: a host that hears the object finds these keys, too.
        let written = members.filter { $0.mayBeAbsent && $0.isAlwaysWritten && !$0.schema.allowsNull }
        if !written.isEmpty {
            begin(member: #""x-written":"#)
            writeArray(of: written) { write($0.name) }
        }
        writeNothingElse()
    }

    private func writeProperties(of cases: [Schema.Case]) {
        for schemaCase in cases {
            writeProperty(schemaCase.name) {
                let hasDefault = if case .value(_, hasDefault: true) = schemaCase.payload { true } else { false }
                write(hasDefault ? .optional(schemaCase.schema) : schemaCase.schema, doc: schemaCase.doc)
            }
        }
    }

    private func writeDescription(_ doc: String) {
        guard !doc.isEmpty else { return }
        begin(member: #""description":"#)
        write(doc)
    }

    private func writeType(_ type: StaticString) {
        begin(member: #""type":""#)
        write(literal: type)
        write(literal: #"""#)
    }

    private func writeText(format: StaticString?, pattern: String?) {
        writeType("string")
        if let format {
            begin(member: #""format":""#)
            write(literal: format)
            write(literal: #"""#)
        }
        if let pattern { writePattern(pattern) }
    }

    private func writePattern(_ pattern: String) {
        begin(member: #""pattern":"#)
        write(pattern)
    }

    private func writeNullSchema() { write(literal: #"{"type":"null"}"#) }

    private func writeNothingElse() { write(literal: #","additionalProperties":false"#) }
}
