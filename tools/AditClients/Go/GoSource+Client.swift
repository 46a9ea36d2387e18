extension GoSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        writer.line(
            """

            // App is the name of the app.
            const App = \(literal(model.app))

            // Hash is that of the catalog of which this was made.
            const Hash = \(literal(model.hash))

            """)
        writeMessages("ToCore", "are the messages that this client may send.", operations.toCore)
        writer.line()
        writeMessages("ToHost", "are the messages that this client hears.", operations.toHost)
        for feature in operations.features { write(feature) }
        writeGateways()
        let members = ClientMembers(model, GoSource.fields, beside: GoSource.taken, hasWindows: true)
        writeOpening(members.features)
        for (operation, name) in members.others { write(operation, name) }
        for (part, name, isWindow) in members.parts { writeFollowing(part, name, isWindow: isWindow) }
    }

    /// The members of `typed.Client`.
    private static let taken = [
        "Advance", "Client", "Close", "Core", "Export", "Heard", "Import", "Pause", "Redo", "Request", "Resume", "Run",
        "Send", "SendBeside", "Stats", "Trace", "Undo",
    ]

    static let parameters = FieldNames(
        keywords: """
            break case chan const continue default defer else fallthrough for func go goto if import interface map package range return \
            select struct switch type var
            """, reserved: "adit append client ctx feature nil request send typed", spelling: Words.camel)

    private func writeMessages(_ name: String, _ text: String, _ branches: [Operations.Branch]) {
        doc("\(name) \(text)")
        let all = branches.map { "typed.In[\($0.type)](\($0.path.map(literal).joined(separator: ", ")))" }
        writer.call("var \(name) = typed.Messages\(name)(", all, ")")
    }

    private func write(_ feature: Operations.Feature) {
        begin(feature.name, feature.doc.isEmpty ? "the messages of \(feature.key)." : feature.doc)
        writer.line("type \(feature.name) struct{ typed.Feature }")
        let names = GoSource.fields.names(feature.operations.map(\.one.key), beside: ["Feature", "Tell"])
        for (operation, name) in zip(feature.operations, names) { write(operation, name, feature) }
    }

    /// A method that sends a message.
    private func write(_ operation: Operations.Operation, _ name: String, _ feature: Operations.Feature? = nil) {
        let one = operation.one
        let parameters = parameters(of: one)
        let list = parameters.map { "\($0.name) \($0.type)" }
        let message = "\(caseNames.name(operation.type, one)){\(parameters.map(\.name).joined(separator: ", "))}"
        begin(name, one.doc)
        guard let feature else {
            return writer.function("func (client *Client) \(name)(", list, ") error {", comma: ",") {
                $0.line("return client.Send(\(message))")
            }
        }
        let head = "func (feature \(feature.name)) \(name)("
        if operation.isAsked, let response = feature.response {
            writer.function(head, ["ctx context.Context"] + list, ") (\(response), error) {", comma: ",") {
                $0.line("return typed.Ask[\(response)](ctx, feature.Feature, \(message))")
            }
        } else {
            writer.function(head, list, ") error {", comma: ",") {
                $0.line("return feature.Feature.Tell(\(message)\(operation.isRequest ? ", \"request\"" : ""))")
            }
        }
    }

    private func parameters(of one: Case) -> [(name: String, type: String)] {
        switch one.payload {
        case .none: []
        case .value(let shape): [(GoSource.parameters.names([shape.wrapped.noun])[0], type(shape))]
        case .members(_, let members):
            zip(members, GoSource.parameters.names(members.map(\.words))).map { member, name in
                let type = type(member.shape.wrapped)
                return (name, member.isRequired || isNilable(member.shape.wrapped) ? type : "*" + type)
            }
        }
    }

    private func writeGateways() {
        writer.line(GoSource.gatewaysDoc)
        let gateways = namedGateways()
        if gateways.isEmpty { return writer.line("type Gateways struct{}\n\nvar functions = typed.Functions{}") }
        writer.block("type Gateways struct {") { writer in
            for (gateway, field) in gateways {
                writer.separate()
                doc(field, gateway.doc)
                let reply = gateway.reply.map(type) ?? ""
                let request = ["ctx context.Context", "request \(type(gateway.request))"]
                switch gateway.replies {
                case .none: writer.call("\(field) func(", request, ") error")
                case .one: writer.call("\(field) func(", request, ") (\(reply), error)")
                case .many: writer.call("\(field) func(", request + ["send func(\(reply)) error"], ") error")
                }
            }
        }
        writer.block("\nfunc (gateways Gateways) functions() typed.Functions {") { writer in
            writer.line("functions := typed.Functions{}")
            for (gateway, field) in gateways {
                let function =
                    switch gateway.replies {
                    case .none: "Tell"
                    case .one: "Serve"
                    case .many: "Source"
                    }
                writer.line("functions[\(literal(gateway.name))] = typed.\(function)(gateways.\(field))")
            }
            writer.line("return functions")
        }
    }

    private func writeOpening(_ features: [(feature: Operations.Feature, name: String)]) {
        writer.line("\n// Client is a client of the app: a core of a library.")
        if features.isEmpty {
            writer.line("type Client struct{ *typed.Client }")
        } else {
            writer.block("type Client struct {") { writer in
                writer.line("*typed.Client")
                let width = features.map(\.name.unicodeScalars.count).max() ?? 0
                for (feature, name) in features {
                    writer.line(
                        name + String(repeating: " ", count: width - name.unicodeScalars.count + 1) + feature.name)
                }
            }
        }
        let functions = model.gateways.isEmpty ? "functions" : "gateways.functions()"
        writer.line(
            """

            // Open opens a core of a library. The error is adit.ErrConfig if the app is another one; further ones are those of
            // OpenCore.
            """)
        writer.block(
            "func Open(library *adit.Library, gateways Gateways, options typed.Options) (*Client, error) {"
        ) { writer in
            writer.line("client, err := typed.Open(library, App, Hash, ToCore, ToHost, \(functions), options)")
            writer.line("if err != nil {\n\treturn nil, err\n}")
            let made = features.map { feature, _ in
                "\(feature.name){typed.FeatureOf(client, \(literal(feature.key)))}"
            }
            writer.call("return &Client{", ["client"] + made, "}, nil")
        }
    }

    private func writeFollowing(_ part: Part, _ name: String, isWindow: Bool) {
        let type = type(part.shape)
        writer.line()
        doc(
            isWindow
                ? "\(name) follows some elements of \(part.path)."
                : PlainText.sentences("\(name) follows \(part.path).", part.doc))
        let (parameter, argument) = isWindow ? (["window adit.Window"], ", window") : ([], "")
        let head = "func (client *Client) \(name)("
        writer.function(head, parameter, ") (*typed.Followed[\(type)], error) {", comma: ",") {
            $0.line(
                "return typed.Follow\(isWindow ? "Window" : "")[\(type)](client.Client, \(literal(part.path))\(argument))"
            )
        }
    }

    private static let gatewaysDoc = #"""

        // Gateways has the gateways that the host serves: those that are not nil. Each request runs in a goroutine of its own;
        // its context ends when the core needs no answer any more. An error is that of the effect.
        """#
}
