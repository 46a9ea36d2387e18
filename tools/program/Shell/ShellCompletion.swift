import Adit
import AditLibrary

/// What may stand at the cursor of a line: commands, cases, keys and values of the catalog, and pointers into the state.
struct ShellCompletion {
    let session: ShellSession

    /// - Returns: how many bytes before the cursor are replaced, and by what.
    func candidates(for line: String) -> (replaced: Int, candidates: [String]) {
        let first = line.unicodeScalars.first { $0 != " " && $0 != "\t" }
        if session.isUnfinished || first == "{" { return jsonCandidates(for: session.unfinished + line) }
        guard let read = try? ShellWords(line, isPart: true) else { return (0, []) }
        var words = read.words
        let last = read.endsBehindWord ? nil : words.popLast()
        let start = last.map { String(line.utf8.dropFirst($0.start)) ?? "" } ?? ""
        let found: [String]
        if let first = words.first?.value ?? last?.value, first.hasPrefix(".") {
            let names = ShellSession.commands.map(\.name).filter { $0.hasPrefix(start) }
            found = words.isEmpty ? names : arguments(of: first, words, last)
        } else {
            found = parts(behind: words, last)
        }
        return (start.utf8.count, found.sorted())
    }

    /// Texts as they are written: in quotes, if one of them needs them or the word at the cursor has begun with one.
    private func written(_ texts: [String], _ last: ShellWords.Word?) -> [String] {
        guard last?.isQuoted == true || texts.contains(where: ShellWords.needsQuotes) else { return texts }
        return texts.map { text in
            let quoted = JSONValue.string(text).description
            return text.hasSuffix("/") ? String(quoted.dropLast()) : quoted  // which goes on
        }
    }

    // MARK: Commands

    private func arguments(of name: String, _ words: [ShellWords.Word], _ last: ShellWords.Word?) -> [String] {
        guard let command = ShellSession.commands.first(where: { $0.name == name }), words.count == 1 else { return [] }
        let start = last?.whole.value ?? ""
        let pointer = StatePointers.pointer(start)
        let found: [String] =
            switch command.argument {
            case .pointer:
                StatePointers(form: session.form) { session.ask($0, for: "@value") }.candidates(for: start).filter {
                    $0.utf8.starts(with: pointer.utf8)
                }
            case .watched:
                session.watched.map(\.string).filter {
                    $0.utf8.starts(with: start.utf8) || $0.utf8.starts(with: pointer.utf8)
                }
            case .request: session.requests.map(\.id).filter { $0.hasPrefix(start) }
            case .file: files(start)
            case .none, .time: []
            }
        return written(found, last)
    }

    /// The files that a path goes on to, below the folder of exports: the core has no others.
    private func files(_ start: String) -> [String] {
        let folder = start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""
        guard !start.hasPrefix("/"), !folder.split(separator: "/").contains("..") else { return [] }
        return ((try? Folder.entries(of: "\(session.folder)/\(folder)")) ?? []).map {
            folder + $0.name + ($0.isFolder ? "/" : "")
        }.filter { $0.hasPrefix(start) }
    }

    // MARK: Messages

    private func parts(behind words: [ShellWords.Word], _ last: ShellWords.Word?) -> [String] {
        let place = session.form.place(of: words)
        let start = last?.value ?? ""
        if session.form.isCases(place) {
            let cases = place.words == words.count ? session.form.cases(of: place.type) : []
            return cases.filter { $0.hasPrefix(start) }
        }
        if let key = last?.key {
            let type = key.split(separator: ".").reduce(place.type) { member(String($1), of: $0) }
            return values(of: type, last).map { "\(key)=\($0)" }
        }
        guard !session.form.members(of: place.type).isEmpty else { return values(of: place.type, last) }
        let given = Set(words.compactMap(\.key).map { ByteString($0) })
        return last?.isQuoted == true ? [] : keys(of: place.type, start, given: given)
    }

    /// The type of a member, also of one that is in an inner object.
    private func member(_ key: String, of type: SchemaType) -> SchemaType {
        let members = session.form.members(of: session.form.resolve(type))
        if let member = members[key] { return SchemaType(member) }
        let inner = members.lazy.map { session.form.members(of: session.form.resolve(SchemaType($0.value))) }
        return SchemaType(inner.compactMap { $0[key] }.first)
    }

    /// The keys that a text begins, of the object itself or, behind a point, of one in it.
    private func keys(of type: SchemaType, _ start: String, given: Set<ByteString>) -> [String] {
        let folder = start.lastIndex(of: ".").map { String(start[...$0]) } ?? ""
        let path = folder.split(separator: ".")
        let inner = path.reduce(type) { member(String($1), of: $0) }
        let members = session.form.members(of: session.form.resolve(inner))
        let names = path.isEmpty ? session.form.keys(of: members) : members.map(\.key)
        return names.flatMap { name in
            let key = folder + name
            let type = session.form.resolve(member(name, of: inner))
            let hasKeys = !session.form.members(of: type).isEmpty
            return (given.contains(ByteString(key)) ? [] : [key + "="]) + (hasKeys ? [key + "."] : [])
        }.filter { $0.hasPrefix(start) }
    }

    /// The values of a type that a word begins, if there are only some.
    private func values(of type: SchemaType, _ last: ShellWords.Word?) -> [String] {
        let values = session.form.choices(of: type).map { $0.string ?? $0.description }
        return written(values.filter { $0.hasPrefix(last?.value ?? "") }, last)
    }

    // MARK: JSON

    /// The keys of the object in which the cursor is, where a key may stand.
    private func jsonCandidates(for line: String) -> (replaced: Int, candidates: [String]) {
        var path: [String] = []
        var (key, text): (String?, String?) = (nil, nil)
        var isKey = true
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if text != nil {
                if !isEscaped, scalar == "\"" {
                    if isKey { key = text }
                    text = nil
                } else {
                    text?.unicodeScalars.append(scalar)
                }
                isEscaped = !isEscaped && scalar == "\\"
                continue
            }
            switch scalar {
            case "\"": text = ""
            case "{":
                if let key { path.append(key) } else if !path.isEmpty || !isKey { return (0, []) }
                (key, isKey) = (nil, true)
            case "[": return (0, [])
            case "}":
                _ = path.popLast()
                key = nil
            case ":": isKey = false
            case ",": (key, isKey) = (nil, true)
            default: break
            }
        }
        let type = path.reduce(session.form.messages) { type, key in
            let type = session.form.resolve(type)
            return SchemaType(type.properties[key] ?? session.form.members(of: type)[key])
        }
        let start = text ?? ""
        let found: [String]
        if isKey {
            let resolved = session.form.resolve(type)
            found = (resolved.properties.isEmpty ? session.form.members(of: resolved) : resolved.properties).map {
                "\"\($0.key)\":"
            }
        } else {
            let members = session.form.resolve(type)
            found = key.map { session.form.choices(of: SchemaType(members.properties[$0])).map(\.description) } ?? []
        }
        let quoted = text == nil ? "" : "\"" + start
        return (quoted.utf8.count, found.filter { $0.hasPrefix(quoted) })
    }
}
