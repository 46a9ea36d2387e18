// Cores that begin with the state of another one: {"fork": {"core": NAME}} in a config. Clients know cores by names, the
// server by numbers, and the library by handles.

extension Bytes {
    /// The core that a config names, as JSON; nil if it names none.
    var forkedCore: Bytes? { member("fork")?.member("core") }

    /// Returns the text with another one in the place of a part.
    func replacing(_ part: Bytes, with new: String) -> String {
        Bytes(start, to: part.start).text + new + Bytes(part.end, to: end).text
    }
}

extension Server {
    /// Returns a config that has the number of the core that it names, of the same process; nil if there is no such core.
    func numbered(_ config: Bytes, in process: LibraryProcess) -> String? {
        guard let part = config.forkedCore else { return config.text }
        guard let name = part.decodedString, let core = sharedCore(name), core.process === process,
            core.state == .open
        else { return nil }
        return config.replacing(part, with: "\(core.number)")
    }
}

extension Worker {
    /// Returns a config that has the handle of the core whose number it has.
    func withHandle(_ config: Bytes) -> String? {
        guard let part = config.forkedCore, let number = UInt32(part.text) else { return nil }
        return config.replacing(part, with: "\(entry(number)?.core ?? 0)")
    }
}
