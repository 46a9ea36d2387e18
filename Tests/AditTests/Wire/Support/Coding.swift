import AditJSON
import TestSupport
import Testing

/// The text of the error with which a text is refused as a value of `type`.
func refusal<T: WireCodable>(reading text: String, as type: T.Type) -> String {
    do {
        return "nothing: read as \(try decoded(type, from: text))"
    } catch {
        return "\(error)"
    }
}

/// Expects a value to be `text` on the wire, and the text to be read as the value.
func expectWire<T: WireCodable & Equatable>(
    _ value: T, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let (wire, back) = (try encoded(value), try decoded(T.self, from: text))
        #expect(wire == text, sourceLocation: sourceLocation)
        #expect(back == value, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}

/// The schemas of the types that a type is made of, by their names.
func schemas(of type: (some WireCodable).Type) -> [String: String] {
    let definitions = SchemaDefinitions()
    _ = type.schema(in: definitions)
    let rendered = definitions.all.map { definition in
        let writer = JSONWriter()
        writer.write(definition.schema, doc: definition.doc)
        return (definition.name, writer.text)
    }
    return Dictionary(uniqueKeysWithValues: rendered)
}
