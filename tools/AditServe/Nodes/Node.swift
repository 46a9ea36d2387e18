import Adit
import AditNodes
import Glibc
import NIOCore
import NIOPosix

/// This server as one of the nodes of a database: its lease, and its questions to the directory.
///
/// The directory waits for the database, so it is asked on two threads: one renews the lease, and the other one finds places,
/// so that a place that is hard to find does not cost the lease. Everything else is on the event loop's thread.
final class Node: @unchecked Sendable {
    let options: ServeOptions.Node
    /// How long a core is looked for at a node that cannot be reached.
    static let patience = TimeAmount.seconds(30)
    private let loop: any EventLoop
    private let leases, places: DirectoryThread
    private(set) var registration: Directory.Registration?
    /// Until then the node has its cores: by its own clock, less than what the database has granted.
    private var deadline = LeaseTime.none
    /// How often the lease had ended when it was renewed. While the number stays the same, no other node has taken a core.
    private(set) var lapses = 0
    /// Why the lease could not be renewed; nil if it was.
    private(set) var fault: String?
    /// It renews its lease no more.
    var hasLeft = false
    /// Cores that this node was given in the last minute, and could not open; how often.
    private var refusals: [ByteString: Int] = [:]
    /// When and why the directory could not be asked for a place.
    private var placeFault: (time: NIODeadline, text: String)?
    /// When nodes could not be reached.
    private var failures: [Directory.Neighbour: NIODeadline] = [:]

    /// - Throws: ``DatabaseError`` if there is no libpq.
    init(_ options: ServeOptions.Node, on loop: any EventLoop) throws(DatabaseError) {
        (self.options, self.loop) = (options, loop)
        let longest = max(1000, min(options.lease, 10_000))
        leases = try DirectoryThread(options.postgres, longestStatement: longest, loop)
        places = try DirectoryThread(options.postgres, longestStatement: longest, loop)
    }

    /// Whether the node has its lease.
    var hasLease: Bool { LeaseTime.now < deadline }
    /// Whether it has had a lease, and does not know what became of its cores: what they say may be of the past.
    var isUncertain: Bool { registration != nil && !hasLease && !hasLeft }

    /// Why there is no lease, for a refusal.
    var whyNoLease: String {
        "node \(options.name) has not renewed its lease, so it does not know whether the core is still its own"
            + (fault.map { ": \($0)" } ?? "")
    }

    // MARK: The lease

    /// Receives what the directory answers, on the event loop.
    typealias Receiver<R> = (Result<R, DatabaseError>) -> Void

    /// Registers the node, or finds the node that has its name.
    func register(address: String, _ then: @escaping Receiver<Directory.Registering>) {
        let (name, lease) = (options.name, options.lease)
        let sent = LeaseTime.now
        leases.ask({ (directory) throws(DatabaseError) in
            try directory.check()
            return try directory.register(name, address: address, lease: lease)
        }) { [self] result in
            if case .success(.registered(let registration)) = result {
                self.registration = registration
                deadline = sent.advanced(byMilliseconds: lease - lease / 10)
            }
            then(result)
        }
    }

    /// Renews the lease.
    ///
    /// - Parameter then: receives what the node has; nil if another process has registered its name.
    func renew(_ then: @escaping Receiver<Directory.Renewal?>) {
        guard let registration else { return }
        let (lease, apps) = (options.lease, options.apps.map(\.name))
        // The database's lease begins later than this.
        let sent = LeaseTime.now
        leases.ask({ (directory) throws(DatabaseError) in
            try directory.renew(registration, lease: lease, apps: apps)
        }) { [self] result in
            switch result {
            case .success(nil): deadline = .none
            case .success:
                if !hasLease { lapses += 1 }
                deadline = sent.advanced(byMilliseconds: lease - lease / 10)
                fault = nil
            case .failure(let error): fault = error.text
            }
            then(result)
        }
    }

    /// Ends the lease.
    func leave(_ then: @escaping () -> Void) {
        hasLeft = true
        guard let registration else { return then() }
        leases.ask({ (directory) throws(DatabaseError) in try directory.leave(registration) }) { _ in then() }
    }

    // MARK: Places

    func place(_ core: String, app: String?, _ then: @escaping Receiver<Directory.Place>) {
        let (registration, lapses) = (registration, lapses)
        places.ask({ (directory) throws(DatabaseError) in
            try directory.place(core, app: app, for: registration)
        }) { [self] result in
            switch result {
            case .failure(let error): placeFault = (.now(), error.text)
            // Another node may have taken it since.
            case .success(.here) where !hasLease: return then(.success(.noLease))
            case .success(.here) where self.lapses != lapses: return place(core, app: app, then)
            case .success: break
            }
            then(result)
        }
    }

    /// Gives up a core, which is closed: for good, or for another node.
    func release(_ core: String, forGood: Bool, _ then: @escaping () -> Void = {}) {
        guard let registration else { return then() }
        places.ask({ (directory) throws(DatabaseError) in
            try directory.release(core, of: registration, forGood: forGood)
        }) { _ in then() }
    }

    func hand(_ core: String, to target: String, _ then: @escaping Receiver<Directory.Neighbour?>) {
        guard let registration else { return then(.success(nil)) }
        places.ask(
            { (directory) throws(DatabaseError) in
                try directory.hand(core, of: registration, to: target)
            }, then)
    }

    /// Whether this node opens a core that has none: not one that it could not open just now, which another one may.
    func isWillingToAdopt(_ core: String) -> Bool { refusals[ByteString(core)] == nil }

    func noteRefusal(of core: String) {
        let core = ByteString(core)
        refusals[core, default: 0] += 1
        loop.scheduleTask(in: .seconds(60)) { [self] in
            if let count = refusals[core] { refusals[core] = count > 1 ? count - 1 : nil }
        }
    }

    /// Why a place could not be asked for a moment ago: a database that is away is not asked for each line.
    var recentFault: String? {
        guard let placeFault, NIODeadline.now() - placeFault.time < .milliseconds(500) else { return nil }
        return placeFault.text
    }

    // MARK: Other nodes

    func noteFailure(of neighbour: Directory.Neighbour) { failures[neighbour] = .now() }

    /// How long to wait before a node is asked again that could not be reached: until its lease has expired, at most a second.
    func pause(for neighbour: Directory.Neighbour, lease: Int) -> TimeAmount? {
        guard let last = failures[neighbour], NIODeadline.now() - last < .seconds(1) else {
            failures[neighbour] = nil
            return nil
        }
        return .milliseconds(Int64(min(lease + 5, 1000)))
    }
}

/// A directory, and the thread that asks it.
private final class DirectoryThread: @unchecked Sendable {
    private let directory: Directory
    private let loop: any EventLoop
    private let pool = NIOThreadPool(numberOfThreads: 1)

    init(_ address: String, longestStatement: Int, _ loop: any EventLoop) throws(DatabaseError) {
        directory = try Directory(address, longestStatement: longestStatement)
        self.loop = loop
        pool.start()
    }

    /// Asks the directory. The questions are asked one after the other; `then` is called on the event loop.
    func ask<R: Sendable>(
        _ question: @escaping @Sendable (Directory) throws(DatabaseError) -> R,
        _ then: @escaping Node.Receiver<R>
    ) {
        // Is called on the event loop, and only passed through the other thread.
        nonisolated(unsafe) let then = then
        pool.submit { [self] _ in
            let result: Result<R, DatabaseError>
            do throws(DatabaseError) { result = .success(try question(directory)) } catch { result = .failure(error) }
            loop.execute { then(result) }
        }
    }
}

/// A time by a clock that goes on while the machine is suspended, and that nothing sets.
struct LeaseTime: Comparable {
    private let nanoseconds: Int64

    static let none = LeaseTime(nanoseconds: .min)

    static var now: LeaseTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return LeaseTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    func advanced(byMilliseconds milliseconds: Int) -> LeaseTime {
        LeaseTime(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000)
    }

    static func < (left: LeaseTime, right: LeaseTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
