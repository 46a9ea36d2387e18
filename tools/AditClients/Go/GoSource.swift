/// A package of Go 1.19 or later: structs, and a client over the module `adit`. An enum is a struct with a pointer for each case.
struct GoSource: LanguageSource {
    let model: ClientModel
    private let package: String
    let writer = SourceWriter(indent: "\t")

    static let fields = FieldNames(keywords: "", reserved: "MarshalJSON UnmarshalJSON", spelling: GoSource.exported)
    private static let packages = FieldNames(
        keywords: """
            break case chan const continue default defer else fallthrough for func go goto if import interface main map package range \
            return select struct switch type var
            """, spelling: Words.joined)
    private let constants: [String: [String]]
    private static let initialisms = ["Id": "ID", "Url": "URL", "Uuid": "UUID", "Json": "JSON"]

    init(_ model: ClientModel, package: String?) {
        self.model = model
        self.package = package ?? GoSource.packages.names([model.app])[0]
        var table = model.names
        var constants: [String: [String]] = [:]
        for type in model.types {
            guard case .choices(let choices) = type.kind else { continue }
            constants[type.name] = GoSource.fields.names(choices.map(\.words)).map { table.claim(type.name + $0) }
        }
        self.constants = constants
    }

    /// `ID`, `AlterDate`
    static func exported(_ key: String) -> String {
        let words = Words.split(key).map(Words.capitalized).map { initialisms[$0] ?? $0 }.joined()
        return words.first.map { !$0.isNumber } == true ? words : "Value" + words
    }

    var text: String {
        writer.line("// Package \(package): \(title)\n//\n// Made by adit generate; changes are lost.")
        writer.line("package \(package)\n")
        writer.line(GoSource.head)
        writeTypes()
        writer.line(
            "\n// App is the name of the app.\nconst App = \(literal(model.app))\n\n// Hash is that of the catalog of which this was made.\nconst Hash = \(literal(model.hash))"
        )
        writeDirection(
            "Sent", "is a message to the core, and what stands beside it.", ClientModel.messageToCore, model.toCore)
        writeDirection(
            "Received", "is a message to the host, and what stands beside it.", ClientModel.messageToHost, model.toHost)
        writer.line(GoSource.runtime)
        writer.line(GoSource.values)
        writeClient()
        return writer.text
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        writer.line()
        doc(type.name, type.doc)
        writer.line(
            "type \(type.name) = \(self.type(shape))\n\nfunc read\(type.name)(data json.RawMessage, path string) (\(type.name), error) { return \(read(shape))(data, path) }"
        )
    }

    func doc(_ name: String, _ text: String) {
        if !text.isEmpty { doc("\(name): \(text)") }
    }

    func doc(_ text: String) { writer.documentation(text, mark: "//") }

    func writeRecord(_ name: String, _ text: String, _ members: [Member]) {
        let fields = named(members)
        writer.line()
        doc(name, text)
        writer.block("type \(name) struct {") { writer in
            for (member, field) in fields {
                doc(member.doc)
                let type = type(member.shape.wrapped)
                writer.line(
                    "\(field) \(member.isRequired ? type : "*" + type) \(GoSource.tag(member.key, isRequired: member.isRequired))"
                )
            }
        }
        writer.line()
        writer.block("func read\(name)(data json.RawMessage, path string) (value \(name), err error) {") { writer in
            let keys = members.map { ", " + literal($0.key) }.joined()
            if members.isEmpty {
                writer.line("return value, openMembers(data, path).err")
                return
            }
            writer.line("members := openMembers(data, path\(keys))")
            for (member, field) in fields {
                writer.line(
                    "value.\(field) = \(member.isRequired ? "need" : "may")(members, \(literal(member.key)), \(read(member.shape.wrapped)))"
                )
            }
            writer.line("return value, members.err")
        }
        writeUnmarshal(name)
        writePrinting(name, fields)
    }

    /// Writes a method by which package fmt prints a record without its secrets.
    private func writePrinting(_ name: String, _ fields: [(Member, String)]) {
        let secrets = fields.filter(\.0.isSecret)
        guard !secrets.isEmpty else { return }
        writer.line("\n// Format prints a value without its secrets: \(secrets.map(\.1).joined(separator: ", ")).")
        writer.block("func (value \(name)) Format(state fmt.State, verb rune) {") { writer in
            writer.line("type plain \(name)")
            for (member, field) in secrets {
                let type = type(member.shape.wrapped)
                writer.line("value.\(field) = *new(\(member.isRequired ? type : "*" + type))")
            }
            writer.line("fmt.Fprintf(state, \"%+v\", plain(value))")
        }
    }

    private func writeUnmarshal(_ name: String) {
        writer.line("\n// UnmarshalJSON reads a value. The error names the path of what has another form.")
        writer.line(
            "func (value *\(name)) UnmarshalJSON(data []byte) (err error) {\n\t*value, err = read\(name)(data, \"\")\n\treturn err\n}"
        )
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let isText = choices.allSatisfy { $0.value.text != nil }
        let names = constants[type.name] ?? []
        writer.line()
        doc(type.name, type.doc)
        writer.line("type \(type.name) \(isText ? "string" : "int64")\n")
        writer.block("const (", ")") { writer in
            for (choice, name) in zip(choices, names) {
                doc(choice.doc)
                writer.line("\(name) \(type.name) = \(literal(choice))")
            }
        }
        writer.line(
            "\nfunc read\(type.name)(data json.RawMessage, path string) (\(type.name), error) {\n\treturn choose(data, path, \(names.joined(separator: ", ")))\n}"
        )
        writeUnmarshal(type.name)
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        writer.line()
        doc(type.name, type.doc.isEmpty ? "One field is set." : type.doc + " One field is set.")
        writer.block("type \(type.name) struct {") { writer in
            for shape in shapes { writer.line("\(kind(shape).field) *\(self.type(shape))") }
        }
        writer.line()
        writer.block("func read\(type.name)(data json.RawMessage, path string) (value \(type.name), err error) {") {
            writer in
            writer.block("switch kind(data) {") { writer in
                for shape in shapes {
                    writer.line(
                        "case \(literal(kind(shape).name)):\n\tvalue.\(kind(shape).field), err = pointer(\(read(shape))(data, path))"
                    )
                }
                writer.line(
                    "default:\n\terr = expected(data, path, \(literal(shapes.map { kind($0).name }.joined(separator: " or "))))"
                )
            }
            writer.line("return value, err")
        }
        writeUnmarshal(type.name)
        writer.line("\n// MarshalJSON writes the field that is set.")
        writer.block("func (value \(type.name)) MarshalJSON() ([]byte, error) {") { writer in
            for shape in shapes {
                writer.line(
                    "if value.\(kind(shape).field) != nil {\n\treturn json.Marshal(value.\(kind(shape).field))\n}")
            }
            writer.line("return nil, errors.New(\(literal(type.name + ": no field is set")))")
        }
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        for one in cases {
            if case .members(let name, let members) = one.payload { writeRecord(name, one.doc, members) }
        }
        let fields = GoSource.fields.names(cases.map(\.key))
        writer.line()
        doc(type.name, type.doc.isEmpty ? "One field is set." : type.doc + " One field is set.")
        writer.block("type \(type.name) struct {") { writer in
            for (one, field) in zip(cases, fields) {
                doc(one.doc)
                writer.line("\(field) *\(payload(one).type) \(GoSource.tag(one.key, isRequired: false))")
            }
        }
        writer.line()
        writer.block("func read\(type.name)(data json.RawMessage, path string) (value \(type.name), err error) {") {
            writer in
            writer.line(
                "key, payload, path, err := openCase(data, path\(cases.map { ", " + literal($0.key) }.joined()))")
            writer.line("if err != nil {\n\treturn value, err\n}")
            writer.block("switch key {") { writer in
                for (one, field) in zip(cases, fields) {
                    writer.line(
                        "case \(literal(one.key)):\n\tvalue.\(field), err = pointer(\(payload(one).read)(payload, path))"
                    )
                }
            }
            writer.line("return value, err")
        }
        writeUnmarshal(type.name)
        writer.line("\n// MarshalJSON writes the field that is set, and fails if it is not exactly one.")
        writer.line(
            "func (value \(type.name)) MarshalJSON() ([]byte, error) {\n\ttype plain \(type.name)\n\treturn marshalCase(plain(value), \(literal(type.name)))\n}"
        )
    }

    private func payload(_ one: Case) -> (type: String, read: String) {
        switch one.payload {
        case .none: ("Empty", "readEmpty")
        case .value(let shape): (type(shape), read(shape))
        case .members(let name, _): (name, "read" + name)
        }
    }
}
