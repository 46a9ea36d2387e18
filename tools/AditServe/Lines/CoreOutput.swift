import NIOCore

/// What is looked for in a message of a core, and the line of it for a client.
struct CoreOutput {
    let text: Bytes
    /// The first key, and its value, of a message that may have members of Adit.
    var key: Bytes?
    var value = Bytes.empty
    var client, id: ObjectScanner.Member?

    init(_ text: Bytes) {
        self.text = text
        // Most answers to a host have no such member, and are passed on as they are.
        guard text.contains(UInt8(ascii: "@")) else { return }
        var scanner = ObjectScanner(text)
        guard let first = scanner.next() else { return }
        (key, value) = (first.key, first.value)
        while let member = scanner.next() {
            if member.key == "@client" {
                client = member
            } else if member.key == "@id" {
                id = member
            }
        }
        // Only a process whose memory is damaged writes what is no object: nothing is cut out of that.
        if !scanner.isComplete { (client, id) = (nil, nil) }
    }

    var isOfApp: Bool {
        var scanner = ObjectScanner(text)
        return (key ?? scanner.next()?.key).map { !$0.isEmpty && !$0.has(prefix: "@") } ?? false
    }

    /// The number of bytes that `writeLine` writes.
    func lineCount(_ suffix: ByteBuffer, keepsID: Bool) -> Int {
        let cut = (client?.cut.count ?? 0) + (keepsID ? 0 : id?.cut.count ?? 0)
        return text.count - 1 - cut + suffix.readableBytes
    }

    /// Writes the message without `@client`, perhaps without `@id`, and with the core's name at its end:
    /// `suffix` is put in the place of the last bracket.
    func writeLine(to end: inout BufferEnd, _ suffix: ByteBuffer, keepsID: Bool) {
        let cuts = (client?.cut, keepsID ? nil : id?.cut)
        var from = 0
        func append(upTo cut: Range<Int>?) {
            guard let cut else { return }
            end.append(Bytes(text.start + from, to: text.start + cut.lowerBound))
            from = cut.upperBound
        }
        if let first = cuts.0, let second = cuts.1, second.lowerBound < first.lowerBound {
            append(upTo: second)
            append(upTo: first)
        } else {
            append(upTo: cuts.0)
            append(upTo: cuts.1)
        }
        end.append(Bytes(text.start + from, to: text.end - 1))
        end.append(suffix)
    }
}
