import AditLibrary

/// The messages of a core for people.
struct MessageText {
    let style: Style
    let values: ValueText
    let form: MessageForm

    init(style: Style, width: Int?, form: MessageForm) {
        (self.style, self.form) = (style, form)
        values = ValueText(style: style, width: width)
    }

    /// The lines of a message, each ended.
    func text(of message: JSONValue) -> String {
        guard let first = message.object?.first(where: { !["@id", "@client", "@cursor", "@again"].contains($0.key) })
        else {
            return message.description.escapingControls() + "\n"
        }
        return lines(first.key, first.value).map { $0 + "\n" }.joined()
    }

    private func lines(_ name: String, _ body: JSONValue) -> [String] {
        switch name {
        case "@value": return value(body)
        case "@patch": return (body["ops"]?.array ?? []).map { change($0, of: body["subscription"]?.string ?? "") }
        case "@error":
            return [said("\(body["code"]?.string ?? "error"): \(body["message"]?.string ?? "")", .error)]
        case "@log": return [said("\(body["level"]?.string ?? "log"): \(body["message"]?.string ?? "")", .faint)]
        case "@effect": return effect(body)
        case "@cancel":
            return [said("request \(body["effect"]?.string ?? "") is cancelled", .faint)]
        case "@trace":
            return (body["text"]?.string ?? "").escapingControlsInLines.split(separator: "\n").map(String.init)
        default: return named(name, body)
        }
    }

    /// A text that may be from anywhere, and have several lines.
    private func said(_ text: String, _ colour: Style.Colour) -> String {
        style.paint(text.escapingControlsInLines, colour)
    }

    /// The cases of a message in a line, and the values below.
    private func named(_ name: String, _ body: JSONValue) -> [String] {
        let (path, value) = form.parts(of: name, body)
        let heading = said(path.joined(separator: " "), .heading)
        if let members = value.object, members.isEmpty { return [heading] }
        if !value.hasParts { return ["\(heading)  \(values.line(of: value))"] }
        return [heading] + values.lines(of: value, indent: 2)
    }

    private func value(_ body: JSONValue) -> [String] {
        let path = (body["path"]?.string ?? "").escapingControls()
        guard let value = body["value"] else { return [style.paint("\(path): nothing is there", .faint)] }
        guard body["subscription"] != nil else { return values.lines(of: value) }
        return [style.paint(path.isEmpty ? "the state" : path, .faint)] + values.lines(of: value, indent: 2)
    }

    /// An operation of a patch: what has changed, and how.
    private func change(_ operation: JSONValue, of subscription: String) -> String {
        let path = (subscription + (operation["path"]?.string ?? "")).escapingControls()
        switch operation["op"]?.string ?? "" {
        case "remove": return style.paint("- \(path)", .error)
        case "add": return style.paint("+ \(path)", .addition) + "  " + values.line(of: operation["value"] ?? .null)
        case "move":
            let from = (operation["from"]?.string ?? "").escapingControls()
            return style.paint("~ \(path)", .addition) + "  from \(from)"
        default: return style.paint("~ \(path)", .addition) + "  " + values.line(of: operation["value"] ?? .null)
        }
    }

    private func effect(_ body: JSONValue) -> [String] {
        let id = body["id"]?.string ?? ""
        let request = values.line(of: body["request"] ?? .null)
        let hint =
            switch body["reply"] {
            case .bool(false)?: "no answer is expected"
            case .string("many")?: ".reply \(id) VALUE, any number of times; .done \(id)"
            default: ".reply \(id) VALUE, or .fail \(id) VALUE"
            }
        return [
            "\(style.paint("request \(id) to \(body["gateway"]?.string ?? "")", .heading))  \(request)",
            "  " + style.paint(hint, .faint),
        ]
    }
}
