/// The source of a client in one language. Its extension has the parts that all languages share.
protocol LanguageSource {
    var model: ClientModel { get }
    var writer: SourceWriter { get }

    /// The names of the members.
    static var fields: FieldNames { get }
    /// The types of values without a name of their own.
    static var types: ShapeTypes { get }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member])
    func writeAlternatives(_ type: TypeDeclaration, _ forms: [TypeDeclaration.Form])
    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape)
    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice])
    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape])
    func writeAlias(_ type: TypeDeclaration, _ shape: Shape)
    func writeCases(_ type: TypeDeclaration, _ cases: [Case])
    func writeMessages(_ type: TypeDeclaration, _ messages: Messages)

    /// A text as a literal.
    static func literal(_ text: String) -> String
}

extension LanguageSource {
    /// Declares the types of the app.
    ///
    /// - Parameter types: the types; nil for all.
    func writeTypes(_ types: [TypeDeclaration]? = nil) {
        for type in types ?? model.types {
            switch type.kind {
            case .record(let members): writeRecord(type.name, type.doc, members)
            case .alternatives(let forms): writeAlternatives(type, forms)
            case .table(let id, let element): writeTable(type, id, element)
            case .choices(let choices): writeChoices(type, choices)
            case .union(let shapes): writeUnion(type, shapes)
            case .alias(let shape): writeAlias(type, shape)
            case .cases(let cases): writeCases(type, cases)
            case .messages(let messages): writeMessages(type, messages)
            }
        }
    }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        writeRecord(type.name, type.doc, TypeDeclaration.members(ofTable: id, element))
    }

    func writeAlternatives(_ type: TypeDeclaration, _ forms: [TypeDeclaration.Form]) {
        writeRecord(type.name, type.doc, TypeDeclaration.merged(forms, in: model))
    }

    func writeMessages(_ type: TypeDeclaration, _ messages: Messages) { writeCases(type, messages.cases) }

    /// The type of a value.
    func type(_ shape: Shape) -> String { Self.types.type(shape) }

    /// TypeScript has the escapes of JSON.
    static func literal(_ text: String) -> String { PlainText.literal(text, PlainText.utf16Escape) }

    /// A value of an enum without payloads.
    func literal(_ choice: Choice) -> String { choice.value.text.map(literal) ?? choice.value.json }

    func literal(_ text: String) -> String { Self.literal(text) }

    func literals(_ texts: [String]) -> String { texts.map(literal).joined(separator: ", ") }

    /// Members with the names of their fields.
    ///
    /// - Parameter taken: the names of fields that stand beside them.
    func named(_ members: [Member], beside taken: [String] = []) -> [(Member, String)] {
        Array(zip(members, Self.fields.names(members.map(\.words), beside: taken)))
    }

    /// The same, those that may be absent last.
    func namedInOrder(_ members: [Member]) -> [(Member, String)] {
        let pairs = named(members)
        return pairs.filter(\.0.isRequired) + pairs.filter { !$0.0.isRequired }
    }

    /// Gateways with the names of their fields.
    func namedGateways(beside taken: [String] = []) -> [(Gateway, String)] {
        Array(zip(model.gateways, Self.fields.names(model.gateways.map(\.name), beside: taken)))
    }

    /// The parts that may be followed, with the names of the functions that follow them, and a window of them.
    func namedParts() -> [(part: Part, name: String, window: String)] {
        var names = Self.fields.names(model.parts.flatMap { [$0.name] + ($0.isList ? [$0.name + " window"] : []) })[...]
        return model.parts.map { ($0, names.popFirst() ?? "", $0.isList ? names.popFirst() ?? "" : "") }
    }

    var clientName: String { model.clientName }

    /// The first line of what is made.
    var title: String { PlainText.line("Types and a client for the app \(model.app), of its catalog \(model.hash).") }
}
