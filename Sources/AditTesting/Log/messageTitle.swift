import Adit
import AditCodable
import AditJSON

/// A message as a log shows it: its cases and their values, as they are encoded. `todo.request.add(item:
/// {"text":"milk"})`.
///
/// What has no form on the wire is shown as Swift prints it.
func messageTitle(_ message: Any) -> String {
    let writer = JSONWriter()
    do {
        switch message {
        case let message as any WireMessage:
            try encodeWire(message, to: writer)
            return title(of: writer.text, cases: message.casePath) ?? valueTitle(message)
        case let message as any Encodable:
            try encodeBridged(message, to: writer)
            return title(of: writer.text, cases: bridgedCasePath(of: message)) ?? valueTitle(message)
        default: return caseTitle(message)
        }
    } catch {
        return valueTitle(message)
    }
}

/// The case of an enum that has no form on the wire, without the enum's name: `add(item: TodoItem(text: "milk"))`.
private func caseTitle(_ message: Any) -> String {
    let title = valueTitle(message)
    guard Mirror(reflecting: message).displayStyle == .enum else { return title }
    let cases = title.prefix { $0 != "(" }
    guard let dot = cases.lastIndex(of: ".") else { return title }
    return String(title[title.index(after: dot)...])
}

/// - Parameters:
///   - json: the encoded message.
///   - cases: its cases, with dots between.
private func title(of json: String, cases: String) -> String? {
    guard !cases.isEmpty, let document = try? JSONDocument(parsing: json) else { return nil }
    return document.withRoot { root in
        var values = root
        for name in cases.split(separator: ".") {
            guard let inner = values[String(name)] else { return nil }
            values = inner
        }
        guard values.isObject else { return shortened("\(cases)(\(text(of: values)))") }
        if values.count == 0 { return cases }
        var members: [String] = []
        values.forEachMember { (key, value) throws(Never) in members.append("\(key): \(text(of: value))") }
        return shortened("\(cases)(\(members.joined(separator: ", ")))")
    }
}

/// JSON as it was encoded.
private func text(of value: JSONValue) -> String {
    let writer = JSONWriter()
    writer.write(value)
    return writer.text
}
