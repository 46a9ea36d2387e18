extension Trace {
    /// The entries as text, one per line, each below its cause.
    package var text: String {
        let entries = entries
        let known = Set(entries.lazy.map(\.number))
        var below: [Int: [Entry]] = [:]
        var roots: [Entry] = []
        for entry in entries {
            if let from = entry.from, known.contains(from) {
                below[from, default: []].append(entry)
            } else {
                roots.append(entry)
            }
        }
        var lines: [String] = []
        // Not recursive: a cascade may be ten thousand generations deep.
        var stack = roots.reversed().map { (entry: $0, depth: 0) }
        while let (entry, depth) = stack.popLast() {
            let indent = String(repeating: "  ", count: depth)
            lines.append(indent + "\(entry.number) \(entry)")
            for request in entry.useCases { lines.append(indent + "  \(request.useCase) \(request.request)") }
            if let error = entry.error { lines.append(indent + "  failed: \(error)") }
            stack += (below[entry.number] ?? []).reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }
}

extension Trace.Entry: CustomStringConvertible {
    /// The event, without its number and its consequences.
    package var description: String {
        switch kind {
        case .message(let id, let client, let isHandled):
            let sender = (client.map { ", from \($0)" } ?? ", from the host") + (id.map { " as \($0.text)" } ?? "")
            return "\(name) \(text ?? "")\(sender)\(isHandled ? "" : ", not handled")"
        case .output: return "\(name) \(text ?? "")"
        case .effect(let number): return "effect \(number)"
        case .request(let id): return "@effect \(id) to \(name) \(text ?? "")"
        }
    }
}

extension MessageID {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        }
    }
}
