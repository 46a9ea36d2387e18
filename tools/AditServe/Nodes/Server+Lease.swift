import Adit
import AditNodes
import NIOCore

// A node's lease: it is renewed three times as often as it has to be.

extension Server {
    /// Registers the node, and keeps its lease.
    ///
    /// - Parameters:
    ///   - address: where other nodes reach it.
    ///   - mayWait: whether an earlier node of the same name may still have its lease.
    func register(address: String, mayWait: Bool = true, _ then: @escaping () -> Void) {
        guard let node else { return }
        let name = node.options.name
        node.register(address: address) { [self] result in
            switch result {
            case .success(.registered):
                then()
                scheduleRenewal()
            case .success(.taken(let milliseconds, _)) where mayWait:
                report("node \(name): its name is another process's for \(milliseconds) ms more; it is waited for")
                loop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(milliseconds + 10))) { [self] in
                    register(address: address, mayWait: false, then)
                }
            case .success(.taken(_, let other)):
                giveUp("node \(name): a node of that name runs at \(other); another name is expected, in --node")
            case .failure(let error): giveUp("node \(name): it could not be registered: \(error.text)")
            }
        }
    }

    /// Ends, with a message on standard error, as this is no node, or not any more.
    func giveUp(_ why: String) {
        report(why)
        hasFailed = true
        node = nil
        end()
    }

    private func scheduleRenewal(after failure: Bool = false) {
        guard let node, !node.hasLeft else { return }
        let pause = failure ? min(node.options.lease / 3, 500) : node.options.lease / 3
        loop.scheduleTask(in: .milliseconds(Int64(pause))) { [self] in renew() }
    }

    private func renew() {
        guard let node, !node.hasLeft else { return }
        let (sent, hadFault, lapses) = (NIODeadline.now(), node.fault != nil, node.lapses)
        node.renew { [self] result in
            guard !node.hasLeft else { return }
            switch result {
            case .success(let renewal?):
                if hadFault { report("node \(node.options.name): it has renewed its lease") }
                // By the bytes of their names: two may be the same text to Swift.
                let cores = renewal.cores.map { (ByteString($0.core), $0.target) }
                let own = Dictionary(cores) { _, last in last }
                if node.lapses != lapses { loseCores(but: own) }
                compare(with: own, sent: sent)
                if !isDraining { for core in renewal.cores.map(\.core) + renewal.orphans { adopt(core) } }
                endRelays { renewal.nodes[$0.name] == $0.incarnation }
                hearHeldProcesses()
                scheduleRenewal()
            case .success(nil):
                loseCores(but: [:])
                giveUp("node \(node.options.name): another process has its name now; this one ends")
            case .failure(let error):
                if !hadFault { report("node \(node.options.name): its lease could not be renewed: \(error.text)") }
                scheduleRenewal(after: true)
            }
        }
    }

    /// The lease had ended: cores that are not this node's any more were taken by others.
    private func loseCores(but own: [ByteString: String?]) {
        for placement in placements.values where own[ByteString(placement.name)] == nil {
            switch placement.state {
            case .here(let core), .opening(let core): lose(core, of: placement)
            // One that is closed already is being given away, if it still can be.
            case .leaving(let core, _): if core.state != .removed { lose(core, of: placement) }
            case .sought, .there: break
            }
        }
    }

    /// Compares what this node has with what the directory says that it has.
    private func compare(with own: [ByteString: String?], sent: NIODeadline) {
        for placement in placements.values where placement.since < sent {
            let target = own[ByteString(placement.name)]
            switch placement.state {
            case .here(let core):
                // The table was changed by hand.
                guard let target else {
                    lose(core, of: placement)
                    continue
                }
                if let target, target != node?.options.name, core.state == .open { leave(core, for: target) }
            case .there where target != nil:
                // It was given to this node.
                seekAgain(placement)
            default: break
            }
        }
    }
}
