import NIOCore

// Processes that have ended, and are started again.

extension Server {
    /// A process has ended.
    func handleEnd(of process: LibraryProcess) {
        guard process.hasProcess else { return }
        process.reap()
        if !isReady, !hasFailed, !isEnding { fail(process.library, "its process has ended") }
        let wasOrdered = isEnding && process.hasEndedWell
        scheduleFlush()
        if isEnding { process.state = .ended }
        if wasOrdered || hasFailed { return }
        settleCrash(of: process)
    }

    /// Tells the clients of a process that has crashed, and starts it again.
    private func settleCrash(of process: LibraryProcess) {
        let pause = isEnding ? nil : process.pauseBeforeRestart(mostCrashes: options.mostCrashes)
        figures.crashes += 1
        let outcome = pause == nil ? "it is not started again" : "it is started again"
        report("\(process.library): the process has ended: {\(process.end)}; \(outcome)")
        tellCores(of: process, isAgain: pause != nil)
        refuseFlight(of: process)
        if let pause { loop.scheduleTask(in: pause) { [self] in restart(process) } }
    }

    private func restart(_ process: LibraryProcess) {
        guard !isEnding else { return }
        do throws(SystemError) {
            try process.start(for: self)
        } catch {
            report("\(process.library): \(error.reason)")
            guard let pause = process.pauseBeforeRestart(mostCrashes: options.mostCrashes) else {
                return tellCores(of: process, isAgain: false)
            }
            loop.scheduleTask(in: pause) { [self] in restart(process) }
        }
    }

    private func tellCores(of process: LibraryProcess, isAgain: Bool) {
        for case let core? in cores where core.process === process {
            if core.isDisowned || (core.isHosted && core.host == nil && core.state != .opening) {
                remove(core)
            } else if core.state == .opening {
                refuseOpening(of: core)
            } else if core.isHeld {
                remove(core)
            } else {
                core.requests.removeAll()
                core.state = .crashed
                var body = Body(["core": core.name])
                body.add(process.end)
                body.add("again", json: String(isAgain))
                sayToUsers(of: core, "@crashed", body)
                guard !isAgain else { continue }
                let message = "the process of the core has crashed too often"
                sayToUsers(of: core, "@gone", Body(["core": core.name, "code": "ecrashed", "message": message]))
                remove(core)
            }
        }
    }

    /// A core whose process ended before it was open.
    private func refuseOpening(of core: Core) {
        let message = "the process of the library ended while the core was opened"
        if let placement = core.placement {
            return wasOpened(core, of: placement, code: "ecrashed", message)
        } else if core.isHosted {
            // Its call is refused with the others.
        } else if let opener = core.opener {
            refuse(opener, "ecrashed", message, core: core.name, id: core.openID)
        } else {
            fail(core.name, message)
        }
        remove(core)
    }

    /// Refuses the messages that are not known to be handled.
    private func refuseFlight(of process: LibraryProcess) {
        while let message = process.flight.removeFirst() {
            guard let client = message.client else { continue }
            client.inFlight -= 1
            touch(client)
            if message.isAnswered || (message.id == nil && message.kind == .ofCore) { continue }
            let core = message.core.flatMap { $0.state == .removed ? nil : $0 }
            let text = "the process of the core ended before it was known to be handled"
            refuse(client, "ecrashed", text, core: core?.name, id: message.id)
        }
    }
}
