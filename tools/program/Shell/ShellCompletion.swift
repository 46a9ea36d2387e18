import AditLibrary

/// What may stand at the cursor of a line: commands, cases, keys and values of the catalog, and pointers into the state.
struct ShellCompletion {
    let session: ShellSession

    /// - Returns: how many bytes before the cursor are replaced, and by what.
    func candidates(for line: String) -> (replaced: Int, candidates: [String]) {
        guard let read = try? ShellWords(line, isPart: true) else { return (0, []) }
        var words = read.words
        let last = read.endsBehindWord ? nil : words.popLast()
        let start = last.map { String(line.utf8.dropFirst($0.start)) ?? "" } ?? ""
        let found: [String]
        if line.utf8.first == UInt8(ascii: "{") {
            return jsonCandidates(for: line)
        } else if let first = words.first?.value ?? last?.value, first.hasPrefix(".") {
            found = words.isEmpty ? ShellSession.commands.map(\.name) : arguments(of: first, words, start)
        } else {
            found = parts(behind: words, last)
        }
        return (start.utf8.count, found.filter { $0.hasPrefix(start) }.sorted())
    }

    // MARK: Commands

    private func arguments(of name: String, _ words: [ShellWords.Word], _ start: String) -> [String] {
        guard let command = ShellSession.commands.first(where: { $0.name == name }), words.count == 1 else { return [] }
        switch command.argument {
        case .pointer:
            return StatePointers(form: session.form) { session.ask($0, for: "@value") }.candidates(for: start)
        case .watched: return session.watched
        case .request: return session.requests.map(\.id)
        case .file: return files(start)
        case .none, .time, .gatewayValue: return []
        }
    }

    private func files(_ start: String) -> [String] {
        let folder = start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""
        return ((try? Folder.entries(of: folder.isEmpty ? "." : folder)) ?? []).map {
            folder + $0.name + ($0.isFolder ? "/" : "")
        }
    }

    // MARK: Messages

    private func parts(behind words: [ShellWords.Word], _ last: ShellWords.Word?) -> [String] {
        let place = session.form.place(of: words)
        if session.form.isCases(place) { return place.words == words.count ? session.form.cases(of: place.type) : [] }
        let members = session.form.members(of: place.type)
        guard let key = last?.key else {
            if members.isEmpty { return choices(of: place.type) }
            let given = Set(words.compactMap(\.key))
            return session.form.keys(of: members).filter { !given.contains($0) }.map { $0 + "=" }
        }
        let type = key.split(separator: ".").reduce(place.type) { type, part in
            let members = session.form.members(of: session.form.resolve(type))
            if let member = members[String(part)] { return SchemaType(member) }
            let inner = members.lazy.map { session.form.members(of: session.form.resolve(SchemaType($0.value))) }
            return SchemaType(inner.compactMap { $0[String(part)] }.first)
        }
        return choices(of: type).map { "\(key)=\($0)" }
    }

    private func choices(of type: SchemaType) -> [String] {
        session.form.choices(of: type).map { $0.string ?? $0.description }
    }

    // MARK: JSON

    /// The keys of the object in which the cursor is, where a key may stand.
    private func jsonCandidates(for line: String) -> (replaced: Int, candidates: [String]) {
        var path: [String] = []
        var (key, text): (String?, String?) = (nil, nil)
        var isKey = true
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if let part = text {
                if !isEscaped, scalar == "\"" {
                    if isKey { key = part }
                    text = nil
                } else {
                    text = part + String(scalar)
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
