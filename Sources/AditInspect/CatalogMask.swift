import AditJSON
import AditState

/// Masks the secrets of an app's values, as its catalog marks them (`x-secret`). One thread at a time.
public final class CatalogMask {
    private let catalog: JSONTree
    /// Whether the app has any.
    public let hasSecrets: Bool

    /// - Throws: an error if the text is no JSON.
    public init(_ text: String) throws {
        catalog = try Array(text.utf8).withUnsafeBytes { try JSONTree(parsing: $0) }
        hasSecrets = text.contains(#""x-secret""#)
    }

    // MARK: Schemas

    private var definitions: JSONValue? { catalog.root["$defs"] }

    /// Follows references.
    private func resolved(_ schema: JSONValue?) -> JSONValue? {
        var (schema, left) = (schema, 50)
        while let reference = schema?["$ref"]?.string, left > 0 {
            let name = JSONPointer(String(decodingPercents: reference.utf8.dropFirst()))?.tokens.last
            schema = name.flatMap { definitions?[$0] }
            left -= 1
        }
        return schema
    }

    /// The alternatives of a schema, without null.
    private func choices(_ schema: JSONValue?) -> [JSONValue] {
        guard let own = resolved(schema) else { return [] }
        var found: [JSONValue] = []
        func add(_ value: JSONValue) {
            if let each = resolved(value), each["type"]?.string != "null" { found.append(each) }
        }
        if let all = own["anyOf"] ?? own["oneOf"], own["properties"] == nil, own["const"] == nil {
            all.forEachElement { (each) throws(Never) in add(each) }
            // A type may be beside its alternatives.
            if own["x-secret"] != nil || own["items"] != nil { add(own) }
        } else {
            add(own)
        }
        return found
    }

    private func member(_ key: String, of choice: JSONValue) -> JSONValue? {
        if let own = choice["properties"]?[key] { return own }
        if let others = choice["additionalProperties"], others.isObject { return others }
        return JSONPointer.index(key) == nil ? nil : choice["items"]
    }

    private func isSecret(_ schema: JSONValue?) -> Bool { choices(schema).contains { $0["x-secret"] != nil } }

    /// The schema of a part of the state, nil if the catalog has no such part; and whether it lies within a secret.
    private func schema(at pointer: JSONPointer) -> (schema: JSONValue?, isWithin: Bool) {
        let isView =
            pointer.tokens.first?.isSpelled(as: "view") == true
            && resolved(definitions?["@state"])?["properties"]?["view"] == nil
        var schema = definitions?[isView ? "@view" : "@state"]
        for key in pointer.tokens.dropFirst(isView ? 1 : 0) {
            if isSecret(schema) { return (schema, true) }
            schema = choices(schema).lazy.compactMap { self.member(key, of: $0) }.first
            if schema == nil { return (nil, false) }
        }
        return (schema, isSecret(schema))
    }

    // MARK: Values

    private func write(_ value: JSONReader, _ schema: JSONValue?, _ writer: JSONWriter) {
        guard !value.isNull else { return writer.writeNull() }
        for choice in choices(schema) {
            if choice["x-secret"] != nil { return writer.write("***") }
            if value.isArray, let items = choice["items"] {
                return writer.writeArray(value.array) { write($0, items, writer) }
            }
            guard value.isObject, value.keys.contains(where: { member($0, of: choice) != nil }) else { continue }
            return writer.writeObject {
                value.forEachMember { (key, each) throws(Never) in
                    writer.writeProperty(key) { write(each, member(key, of: choice), writer) }
                }
            }
        }
        writer.write(value)
    }

    private func masked(_ text: [UInt8], _ write: (JSONReader, JSONWriter) -> Void) -> [UInt8] {
        let writer = JSONWriter()
        let result = Result {
            try text.withUnsafeBytes { text in
                try JSONReader.read(text, as: "a value that is") { (value) throws(CodingFailure) in write(value, writer)
                }
            }
        }
        // What cannot be read is not passed on.
        if case .failure = result { return Array("null".utf8) }
        return Array(writer.bytes)
    }

    /// Masks a part of the state.
    func masked(_ text: [UInt8], at pointer: JSONPointer) -> [UInt8] {
        guard hasSecrets else { return text }
        return masked(text) { value, writer in write(value, at: pointer, writer) }
    }

    private func write(_ value: JSONReader, at pointer: JSONPointer, _ writer: JSONWriter) {
        let (schema, isWithin) = schema(at: pointer)
        if isWithin, !value.isNull { return writer.write("***") }
        write(value, schema, writer)
    }

    func write(_ request: JSONReader, toGateway gateway: String, _ writer: JSONWriter) {
        write(
            request, resolved(resolved(definitions?["@gateways"])?["properties"]?[gateway])?["properties"]?["request"],
            writer)
    }

    func write(message: JSONReader, _ writer: JSONWriter) {
        // Of either direction: a case has one of them.
        let isToHost = choices(definitions?["@toHost"]).contains { has($0, message) }
        write(message, definitions?[isToHost ? "@toHost" : "@toCore"], writer)
    }

    /// Whether the cases of a message are those of a schema.
    private func has(_ schema: JSONValue, _ message: JSONReader) -> Bool {
        guard message.isObject, schema["properties"] != nil else { return true }
        guard let key = message.keys.first(where: { $0.utf8.first != UInt8(ascii: "@") }), let value = message[key]
        else { return true }
        guard let member = schema["properties"]?[key] else { return false }
        let inner = choices(member)
        return inner.isEmpty || inner.contains { $0["maxProperties"]?.integer != 1 || has($0, value) }
    }

    // MARK: Lines of a core

    /// Masks a line of a core, such as `@value`, `@effect`, or a message of the app.
    public func masked(line: [UInt8]) -> [UInt8] {
        guard hasSecrets else { return line }
        return masked(line) { line, writer in write(line: line, writer) }
    }

    private func write(line: JSONReader, _ writer: JSONWriter) {
        func path(_ value: JSONReader) -> JSONPointer { JSONPointer(value["path"]?.string ?? "") ?? JSONPointer([]) }
        guard line.isObject,
            let key = line.keys.first(where: {
                !["@id", "@core", "@client", "@cursor", "@again"].contains(ByteString($0))
            })
        else { return writer.write(line) }
        guard key.utf8.first == UInt8(ascii: "@") else { return write(message: line, writer) }
        writer.writeObject {
            line.forEachMember { (name, value) throws(Never) in
                writer.writeProperty(name) {
                    switch ByteString(name) {
                    case "@value":
                        writeObject(value, writer) { key, each in
                            if key == "value" { write(each, at: path(value), writer) } else { writer.write(each) }
                        }
                    case "@effect": writeRequest(value, writer)
                    case "@pending":
                        writeObject(value, writer) { key, each in
                            guard key == "requests" else { return writer.write(each) }
                            writer.writeArray(each.array) { writeRequest($0, writer) }
                        }
                    // Its operations have values whose places follow from the subscription, which is not known here.
                    case "@patch":
                        writeObject(value, writer) { key, each in
                            if key == "ops" { writer.write(literal: "[]") } else { writer.write(each) }
                        }
                    default: writer.write(value)
                    }
                }
            }
        }
    }

    private func writeRequest(_ request: JSONReader, _ writer: JSONWriter) {
        writeObject(request, writer) { key, each in
            if key == "request" {
                write(each, toGateway: request["gateway"]?.string ?? "", writer)
            } else {
                writer.write(each)
            }
        }
    }

    private func writeObject(_ value: JSONReader, _ writer: JSONWriter, _ body: (ByteString, JSONReader) -> Void) {
        writer.writeObject {
            value.forEachMember { (key, each) throws(Never) in
                writer.writeProperty(key) { body(ByteString(key), each) }
            }
        }
    }
}
