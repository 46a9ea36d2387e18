import Adit
import NIOCore

// Cores are opened, and found.

extension Server {
    func process(of app: String) -> LibraryProcess? { processes.first { $0.apps[app] != nil } }

    func core(_ number: UInt32) -> Core? { number < cores.count ? cores[Int(number)] : nil }

    /// A core that is not its host's alone.
    func sharedCore(_ name: String) -> Core? {
        guard let core = coresByName[ByteString(name)], !core.isHosted else { return nil }
        return core
    }

    /// A core that takes lines.
    func openCore(_ name: String) -> Core? { sharedCore(name).flatMap { $0.isHeld ? nil : $0 } }

    /// Makes a core with a free number.
    func makeCore(
        _ name: String, app: String, config: ByteBuffer, in process: LibraryProcess, opening: ByteBuffer? = nil
    ) -> Core {
        let free = cores.firstIndex { $0 == nil }
        if free == nil { cores.append(nil) }
        let number = free ?? cores.count - 1
        let core = Core(
            number: UInt32(number), name: name, app: app, config: config, process: process, opening: opening)
        cores[number] = core
        coresByName[ByteString(name)] = core
        return core
    }

    func remove(_ core: Core) {
        let (wasOpen, users) = (core.state == .open, Array(core.users.values))
        core.state = .removed
        // Another node may have had it meanwhile, and given it back.
        if coresByName[ByteString(core.name)] === core { coresByName[ByteString(core.name)] = nil }
        for client in users { client.forget(core) }
        core.users = [:]
        cores[Int(core.number)] = nil
        if let placement = core.placement { wasRemoved(core, of: placement, users: users, wasClosed: wasOpen) }
    }

    /// Requests a core of its process.
    func requestOpening(of core: Core) {
        core.countOpening()
        guard !core.isHosted else { return reopenHosted(core) }
        core.app.withBytes { app in
            func request(_ config: Bytes) {
                core.process.send(Frame(.open, core: core.number, flags: core.openings, name: app, text: config))
            }
            core.config.withUnsafeReadableBytes { bytes in
                let config = Bytes(bytes)
                if config.forkedCore == nil { return request(config) }
                guard let (text, change) = numbered(config, in: core.process) else {
                    // After a crash, the other one may not be there.
                    return "{\"fork\":{\"core\":\(Frame.ofNoCore)}}".withBytes(request)
                }
                if let change, core.state == .opening { core.configChanges.append(change) }
                text.withUnsafeReadableBytes { request(Bytes($0)) }
            }
        }
        scheduleFlush()
    }

    /// Opens a core.
    ///
    /// - Parameters:
    ///   - opener: receives the answer; nil for the command line.
    ///   - id: the JSON of its `@id`.
    ///   - start: where the config begins in the line.
    func open(_ name: String, app: String, config: Bytes, for opener: Client?, id: String?, start: Int) {
        func refuse(_ code: String, _ message: String, core: String? = name) {
            guard let opener else { return fail(name, message) }
            self.refuse(opener, code, message, core: core, id: id)
        }
        guard name.isCoreName else {
            return refuse(
                "emessage",
                "the name of a core has 1 to 255 bytes, without quotes, backslashes and control characters", core: nil)
        }
        guard coresByName[ByteString(name)] == nil else {
            return refuse("ebusy", "there is a core of that name; it is free after @closed")
        }
        guard let process = process(of: app) else {
            return refuse("eapp", "no library has an app of that name; @ready lists them")
        }
        guard process.state == .running else { return refuse("ecrashed", process.whyNotRunning) }
        guard numbered(config, in: process) != nil else {
            return refuse("ecore", "fork.core: the name of an open core of the same library is expected")
        }
        guard config.member("delivery") == nil else {
            return refuse("econfig", "delivery: the server sets it; leave it out")
        }
        let trust = TrustConfig(config, hasTrustedClients: options.hasTrustedClients, isMixed: options.isMixed)
        let core = makeCore(name, app: app, config: trust.config, in: process)
        core.opener = opener
        core.openID = id
        (core.configStart, core.configChanges) = (start, trust.changes)
        opener?.use(core)
        requestOpening(of: core)
    }
}

extension LibraryProcess {
    /// Why no core can be opened in it, which does not run.
    var whyNotRunning: String {
        state == .ended
            ? "the process of this library has crashed too often" : "the process of this library is being started again"
    }
}
