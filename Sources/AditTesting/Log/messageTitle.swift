import Adit
import AditCodable
import AditJSON
internal import CustomDump

/// Returns the text of a message in a log: its cases and their encoded values, such as `todo.request.add(item:
/// {"text":"milk"})`. Its secrets are masked.
///
/// A message without a wire format is described as Swift prints it.
func messageTitle(_ message: Any) -> String {
    let writer = JSONWriter()
    writer.masksSecrets = true
    do {
        switch message {
        case let message as any WireMessage:
            try encodeWire(message, to: writer)
            return title(of: writer, cases: message.casePath) ?? valueTitle(message)
        case let message as any Encodable:
            try encodeBridged(message, to: writer)
            return title(of: writer, cases: bridgedCasePath(of: message)) ?? valueTitle(message)
        default: return caseTitle(message)
        }
    } catch {
        return valueTitle(message)
    }
}

/// Returns the case of an enum without a wire format, without the enum's name: `add(item: TodoItem(text: "milk"))`.
private func caseTitle(_ message: Any) -> String {
    let title = valueTitle(message)
    guard Mirror(reflecting: message).displayStyle == .enum else { return title }
    let cases = title.prefix { $0 != "(" }
    guard let dot = cases.lastIndex(of: ".") else { return title }
    return String(title[title.index(after: dot)...])
}

/// - Parameters:
///   - json: the encoded message.
///   - cases: its cases, separated by dots.
private func title(of json: JSONWriter, cases: String) -> String? {
    if cases.isEmpty { return nil }
    return try? JSONReader.read(json.bytes, as: "a message that is") { root -> String? in
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

/// Returns a value as JSON text.
private func text(of value: JSONReader) -> String {
    let writer = JSONWriter()
    writer.write(value)
    return writer.text
}

/// Returns a value on one line, for a log: `TodoItem(text: "milk", completed: false)`.
func valueTitle(_ value: Any) -> String {
    var title = ""
    for line in String(customDumping: value).split(separator: "\n") {
        let line = withoutIndex(line.drop { $0 == " " })
        let isFirst = title.isEmpty || title.hasSuffix("(") || title.hasSuffix("[")
        let isLast = line.hasPrefix(")") || line.hasPrefix("]")
        title += (isFirst || isLast ? "" : " ") + line
    }
    return shortened(title)
}

/// Returns a line of an array's dump without its index.
private func withoutIndex(_ line: Substring) -> Substring {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
    let rest = line[end...].dropFirst()
    let isIndex = line[..<end].dropFirst().allSatisfy(\.isWholeNumber)
    return isIndex && rest.hasPrefix(": ") ? rest.dropFirst(2) : line
}

/// Returns a title, truncated if it is too long for a line.
func shortened(_ title: String) -> String { title.count > 160 ? title.prefix(159) + "…" : title }
