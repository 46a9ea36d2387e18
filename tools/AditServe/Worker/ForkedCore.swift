import NIOCore

// Cores that begin with the state of another one: {"fork": {"core": NAME}} in a config. Clients know cores by names, the
// server by numbers, and the library by handles.

extension Bytes {
    /// The core that a config names, as JSON; nil if it names none.
    var forkedCore: Bytes? { member("fork")?.member("core") }
}

extension Server {
    /// Returns a config that has the number of the core that it names, of the same process; nil if there is no such core.
    func numbered(_ config: Bytes, in process: LibraryProcess) -> (text: ByteBuffer, change: Replacement?)? {
        guard let part = config.forkedCore else { return (ByteBuffer(bytes: config.buffer), nil) }
        // A core that is opened again is open before one that is opened after it.
        guard let name = part.decodedString, let core = sharedCore(name), core.process === process,
            core.state == .open || core.state == .crashed
        else { return nil }
        let (text, change) = config.replacing(part, with: "\(core.number)")
        return (text, change)
    }
}

extension Worker {
    /// Returns a config that has the handle of the core whose number it has; nil if it has none.
    func withHandle(_ config: Bytes) -> (text: ByteBuffer, change: Replacement)? {
        guard let part = config.forkedCore, let number = UInt32(part.text) else { return nil }
        return config.replacing(part, with: "\(entry(number)?.core ?? 0)")
    }
}
