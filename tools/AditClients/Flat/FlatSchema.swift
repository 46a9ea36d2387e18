import Adit

/// The flat form of a catalog: a JSON Schema that generators of other projects read.
///
/// It accepts the same messages. Each object has a name without dots and `@`, each enum is one `oneOf` of objects with one
/// required key, patterns have no look-ahead, and what a schema cannot say is in keys that begin with `x-`.
package struct FlatSchema {
    let model: ClientModel
    private var names: UniqueNames
    /// The names of the objects of several cases that are defined.
    private var definedShared: Set<String> = []
    private var definitions: [SchemaMember] = []
    /// The type that is being defined: its cases and forms travel where it does.
    private var owner = ""
    /// The names of the objects that several cases have: those of their keys.
    private let shared: [[Member]: String]

    package init(_ model: ClientModel) {
        self.model = model
        shared = FlatSchema.shared(model)
        names = UniqueNames(
            model.types.map(\.name) + model.payloadNames + shared.values
                + ["AditEmpty", "AditUuid", "AditTimestamp", "AditDay", "AditPointer"])
    }

    /// The document.
    package static func document(of model: ClientModel) -> SchemaNode {
        var flat = FlatSchema(model)
        for type in model.types { flat.define(type) }
        flat.defineTexts()
        let fields: [(String, SchemaNode)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .string("adit:\(model.app):flat")),
            ("title", .string(Words.pascal(model.app) + "Message")),
            ("description", .string("The messages of \(model.app), in both directions.")),
            ("x-app", .string(model.app)), ("x-version", .string(model.version)), ("x-hash", .string(model.hash)),
            (
                "anyOf",
                .array([
                    FlatSchema.reference(ClientModel.messageToCore), FlatSchema.reference(ClientModel.messageToHost),
                ])
            ),
            ("x-gateways", flat.gateways), ("$defs", .object(flat.definitions)),
        ]
        return .object(fields.map { SchemaMember($0.0, $0.1) })
    }

    private mutating func define(_ type: TypeDeclaration) {
        owner = type.name
        defer { owner = "" }
        switch type.kind {
        case .record(let members): add(type.name, type.doc, object(members))
        case .choices(let choices): add(type.name, type.doc, FlatSchema.choices(choices))
        case .table(let id, let element):
            add(type.name, type.doc, object(TypeDeclaration.members(ofTable: id, element)))
        case .union(let shapes):
            add(type.name, type.doc, .object([SchemaMember("anyOf", .array(shapes.map { schema($0) }))]))
        case .alias(let shape): add(type.name, type.doc, schema(shape))
        case .alternatives(let forms):
            add(
                type.name, type.doc,
                .object([SchemaMember("anyOf", .array(forms.map { FlatSchema.reference($0.name) }))]))
            for form in forms { add(form.name, form.doc, object(form.members)) }
        case .cases(let cases): define(cases, of: type) { _ in [] }
        case .messages(let messages): define(messages.cases, of: type) { messages.members(beside: $0) }
        }
    }

    /// Defines an enum: a choice among objects, each with one required key.
    ///
    /// - Parameter beside: the keys that may stand beside a case.
    private mutating func define(_ cases: [Case], of type: TypeDeclaration, beside: (Case) -> [Member]) {
        let wrappers = cases.map { one in
            let name = type.name + Words.pascal(one.key)
            return names.claim([name, name + "Case"], numbered: name)
        }
        add(type.name, type.doc, .object([SchemaMember("oneOf", .array(wrappers.map { FlatSchema.reference($0) }))]))
        for (one, wrapper) in zip(cases, wrappers) {
            var (shape, doc): (Shape, String) = (.named("AditEmpty"), one.doc)
            switch one.payload {
            case .none: break
            case .value(let value): shape = value
            case .members(let name, let members):
                (shape, doc) = (.named(name), "")
                if let shared = shared[members] {
                    (shape, doc) = (.named(shared), one.doc)
                    if definedShared.insert(shared).inserted {
                        owner = ""  // that of several types
                        add(shared, "", object(members))
                        owner = type.name
                    }
                } else {
                    add(name, one.doc, object(members))
                }
            }
            // A value that may be null is there all the same.
            add(wrapper, "", object([Member(key: one.key, doc: doc, shape: shape, isRequired: true)] + beside(one)))
        }
    }

    private static func shared(_ model: ClientModel) -> [[Member]: String] {
        let payloads = model.types.flatMap(\.cases).compactMap(\.members)
        let counts = Dictionary(payloads.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }
        var names = UniqueNames(model.types.map(\.name) + model.payloadNames)
        var shared: [[Member]: String] = [:]
        for members in payloads where counts[members] != nil && shared[members] == nil {
            let name = "With" + members.map { Words.pascal($0.key) }.joined(separator: "And")
            shared[members] = names.claim([name, name + "Values"], numbered: name)
        }
        return shared
    }

    mutating func add(_ name: String, _ doc: String, _ schema: SchemaNode) {
        var members = [SchemaMember("title", .string(name))]
        if !doc.isEmpty { members.append(SchemaMember("description", .string(doc))) }
        members += schema.members.filter { $0.key != "description" }
        let travels = model[name] == nil ? owner : name
        switch (model.sent.contains(travels), model.received.contains(travels)) {
        case (true, false): members.append(SchemaMember("x-direction", .string("toCore")))
        case (false, true): members.append(SchemaMember("x-direction", .string("toHost")))
        case (true, true): members.append(SchemaMember("x-direction", .string("both")))
        case (false, false): break
        }
        definitions.append(SchemaMember(name, .object(members)))
    }

    /// The gateways of a host: their requests, their replies, and whether one reply is expected, none, or any number.
    private var gateways: SchemaNode {
        .object(
            model.gateways.map { gateway in
                var members = gateway.doc.isEmpty ? [] : [SchemaMember("description", .string(gateway.doc))]
                members.append(SchemaMember("request", schema(gateway.request)))
                if let reply = gateway.reply { members.append(SchemaMember("reply", schema(reply))) }
                let replies: SchemaNode =
                    switch gateway.replies {
                    case .none: .bool(false)
                    case .one: .bool(true)
                    case .many: .string("many")
                    }
                return SchemaMember(gateway.name, .object(members + [SchemaMember("x-reply", replies)]))
            })
    }
}
