import Adit
import AditLibrary
import AditNodes
import Glibc
import NIOCore
import NIOPosix

/// The process that clients speak to. It opens no library: each runs in a process of its own.
///
/// ```
///  clients ─▸ Client (lines) ─▸ Server+Lines, Server+Requests, Server+HostCalls ─▸ LibraryProcess (frames) ─▸ Worker
///  clients ◂─ Client (lines) ◂─ Server+Routing, Server+HostCalls ◂─ Server+Frames ◂─ LibraryProcess ◂──────── Worker
/// ```
///
/// Everything happens on one event loop: so the server is sendable. Handlers of channels read and handle what comes, and
/// collect what it causes in outputs; these are written when the loop has no more events (`flush`), so that messages that
/// arrive together are sent together. Channels read when they are asked to, which is the back-pressure: `requestRead`.
final class Server: @unchecked Sendable {
    let options: ServeOptions
    let loop: any EventLoop
    let processes: [LibraryProcess]
    /// By their numbers; nil where a number is free.
    var cores: [Core?] = []
    var coresByName: [ByteString: Core] = [:]
    var clients: [Client] = []
    var clientsByName: [ClientName: Client] = [:]
    let mostClients: Int
    var listeners: [Listener] = []
    /// Connections that are no clients yet, or never will be.
    var handshakes = 0
    /// Each has a descriptor.
    var connections: Int { clients.count + handshakes }
    var figures = Figures()
    /// The apps of all libraries, as JSON.
    var appsText = "{}"
    /// The processes have begun, and the cores of the command line are open.
    private(set) var isReady = false
    /// No more lines are read.
    private(set) var isEnding = false
    /// This server as a node of a database; nil without one.
    var node: Node?
    /// What the node's cores say waits until it has renewed its lease.
    var isUncertain: Bool { node?.isUncertain ?? false }
    /// The cores of the database that lines were for, or that this node has.
    var placements: [ByteString: Placement] = [:]
    /// The node gives its cores up, and then ends; the second is that none is left here.
    var (isDraining, hasDrained) = (false, false)
    var hasFailed = false
    /// Clients that do not read are not waited for any more.
    private var isImpatient = false
    private var hasDeadline = false
    private var hasOpenedCores = false
    private var signals = 0

    private var dirty: [Client] = []
    /// An empty array, whose memory is that of the next one.
    private var settled: [Client] = []
    private var isFlushScheduled = false
    /// Is closed when the system has no more, so that clients can be disconnected.
    private var spareDescriptor: Int32 = -1
    /// Clients that were not read, as much waits for a process.
    private var held: [Client] = []

    /// How much may wait for a process before lines of clients are left unread, in bytes.
    private static let mostForProcess = 4 << 20
    /// How much is collected for a process before it is sent.
    private static let flushedAtOnce = 1 << 14
    /// Lines are read: not too much waits for a process.
    private(set) var canPass = true

    init(_ options: ServeOptions, on loop: any EventLoop) {
        self.options = options
        self.loop = loop
        processes = options.libraries.map { LibraryProcess(library: $0) }
        mostClients = Server.mostClients()
    }

    // MARK: The beginning

    /// Runs a server on this thread, to the end of the program.
    static func run(_ options: ServeOptions) {
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            let server = Server(options, on: loop)
            loop.execute { server.start() }
        }
    }

    /// Starts the processes. The rest follows.
    func start() {
        // A trap ends a library's process at once: the report is the library's, and not that of this program's Swift. Set
        // before there are threads, which may read the environment.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        options.inspection?.start()
        watchSignals()
        openSpareDescriptor()
        if let options = options.node {
            do throws(DatabaseError) { node = try Node(options, on: loop) } catch {
                return fail("--postgres", error.text)
            }
        }
        for process in processes {
            process.output.whenWritten = { [self] in processHasWritten() }
            do throws(SystemError) {
                try process.start(for: self)
            } catch {
                fail(process.library, error.reason)
            }
        }
        if let silence = options.longestSilence { watch(silence) }
        // Those of another server are inspected.
        if processes.isEmpty { advance() }
        scheduleFlush()
    }

    /// Ends with a message on standard error before the server is ready.
    func fail(_ what: String, _ why: String? = nil) {
        report(what + (why.map { ": \($0)" } ?? ""))
        if isReady { return }
        hasFailed = true
        end()
    }

    /// Opens the cores of the command line once all processes have begun, and serves once they are open.
    func advance() {
        guard !isReady, !isEnding, processes.allSatisfy({ $0.state == .running }) else { return }
        if !hasOpenedCores {
            hasOpenedCores = true
            guard checkApps() else { return }
            for core in options.cores where !isEnding {
                core.app.config.description.withBytes {
                    open(core.name, app: core.app.name, config: $0, for: nil, id: nil, start: 0)
                }
            }
        }
        guard !isEnding, !cores.contains(where: { $0?.state == .opening }) else { return }
        do throws(SystemError) {
            try serve()
            isReady = true
        } catch {
            fail(error.place, error.reason)
        }
    }

    /// False, after a message, if two libraries have the same app, or none has one that the node is to open.
    private func checkApps() -> Bool {
        if let missing = options.node?.apps.first(where: { process(of: $0.name) == nil }) {
            let known = processes.flatMap { $0.apps.map(\.key) }.joined(separator: ", ")
            fail("--app \(missing.name)", "no library has an app of that name; one of \(known) is expected")
            return false
        }
        for process in processes {
            for member in process.apps {
                guard let first = self.process(of: member.key), first !== process else { continue }
                fail(process.library, "the app \(member.key) is in \(first.library) as well")
                return false
            }
        }
        return true
    }

    // MARK: The loop

    /// Looks after a client before the loop waits: writes its output, and reads on.
    func touch(_ client: Client) {
        guard !client.isDirty else { return }
        client.isDirty = true
        dirty.append(client)
        scheduleFlush()
    }

    func scheduleFlush() {
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.execute { [self] in flush() }
    }

    /// Writes all output, and reads on where that is possible again.
    private func flush() {
        isFlushScheduled = false
        for process in processes { process.output.flush() }
        while !dirty.isEmpty {
            swap(&dirty, &settled)
            for client in settled {
                client.isDirty = false
                settle(client)
            }
            settled.removeAll(keepingCapacity: true)
            for process in processes { process.output.flush() }
        }
        checkEnd()
    }

    /// Writes a client's output, handles what it has sent meanwhile, and removes it if it is gone.
    private func settle(_ client: Client) {
        guard !client.isRemoved else { return }
        client.output.flush()
        if client.hasLines, !client.isDropped, !isEnding, canAnswer(client) { handleLines(of: client) }
        dropIfSlow(client)
        let hasAsked = client.hasInputEnded && !client.hasLines && client.waits == 0
        if !client.relays.isEmpty { flushRelays(of: client, isLast: hasAsked) }
        let isServed = client.isDropped || (hasAsked && client.inFlight == 0 && client.relays.isEmpty)
        if !client.isParent, isServed, client.output.count == 0 { client.output.context?.close(promise: nil) }
        if client.isParent { hearProcesses() }
        requestRead(of: client)
    }

    /// Whether lines of a client are handled: less than half of what may wait for it does.
    func canAnswer(_ client: Client) -> Bool {
        client.output.count <= options.mostOutput / 2 && client.waits == 0
            && client.questions < Inspection.mostQuestions
            && (client.relays.isEmpty || client.relays.values.allSatisfy { $0.output.count <= options.mostOutput / 2 })
    }

    /// A message was sent to a process.
    @inline(__always)
    func wasSent(to process: LibraryProcess) {
        scheduleFlush()
        guard process.output.count > Server.flushedAtOnce else { return }
        // While the loop has more events, the process has something to do.
        process.output.flush()
        canPass = process.output.count <= Server.mostForProcess
    }

    /// Asks a client's channel to read, if its lines can be handled.
    func requestRead(of client: Client) {
        guard !client.isReadRequested, !client.hasInputEnded, !client.isDropped, !client.hasLines, !isEnding,
            !isDraining || client.isNode, let context = client.output.context, canAnswer(client)
        else { return }
        guard canPass else { return hold(client) }
        client.isReadRequested = true
        context.read()
    }

    private func hold(_ client: Client) {
        guard !client.isHeld else { return }
        client.isHeld = true
        held.append(client)
    }

    private func processHasWritten() {
        canPass = processes.allSatisfy { $0.output.count <= Server.mostForProcess }
        if !held.isEmpty, canPass {
            let clients = held
            held = []
            for client in clients {
                client.isHeld = false
                requestRead(of: client)
            }
        }
        scheduleFlush()
    }

    // MARK: Processes

    /// Whether output of processes is taken: with one client, it waits for that one.
    private var hearsProcesses: Bool {
        guard options.mode == .stdio, let parent = clients.first else { return true }
        return parent.output.count <= options.mostOutput
    }

    func requestRead(of process: LibraryProcess) {
        guard !process.isReadRequested, hearsProcesses, !isUncertain, let context = process.output.context
        else { return }
        process.isReadRequested = true
        context.read()
    }

    func hearProcesses() {
        for process in processes { requestRead(of: process) }
    }

    /// Handles what processes have said while there was no lease.
    func hearHeldProcesses() {
        for process in processes where process.input.readableBytes > 0 { handleFrames(of: process) }
        hearProcesses()
    }

    /// Ends processes that hang. What waits for them is answered as after a crash.
    private func watch(_ silence: TimeAmount) {
        loop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) { [self] _ in
            let now = NIODeadline.now()
            for process in processes where process.hasProcess {
                let isExpected =
                    process.state == .starting || isEnding || !process.flight.isEmpty || isOpening(in: process)
                if !isExpected || !hearsProcesses || isUncertain { process.lastSign = now }
                guard now - process.lastSign >= silence else { continue }
                report(
                    "\(process.library): the process has not answered for \(silence.nanoseconds / 1_000_000_000) s, and is ended"
                )
                process.kill()
                process.lastSign = now
            }
        }
    }

    /// Whether a process was asked to open a core, and has not answered.
    private func isOpening(in process: LibraryProcess) -> Bool {
        cores.contains { core in
            guard let core, core.process === process else { return false }
            return core.state == .opening || (core.state == .crashed && core.isInProcess)
        }
    }

    // MARK: Descriptors

    var hasSpareDescriptor: Bool { spareDescriptor >= 0 }

    func openSpareDescriptor() {
        if spareDescriptor < 0 { spareDescriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }

    func closeSpareDescriptor() {
        if spareDescriptor >= 0 { close(spareDescriptor) }
        spareDescriptor = -1
    }

    // MARK: The end

    /// Begins to end: closes the cores after what has been read.
    func end() {
        guard !isEnding else { return }
        if node?.registration != nil {
            if !isDraining { drain() }
            return
        }
        isEnding = true
        handleRest()
        for process in processes {
            if process.hasProcess { process.send(Frame(.end)) } else { process.state = .ended }
        }
        scheduleFlush()
    }

    /// Ends the program once everything is closed and written, or is not waited for any more.
    private func checkEnd() {
        guard isEnding, processes.allSatisfy({ $0.state == .ended }) else { return }
        if !hasDeadline, options.mode != .stdio {
            hasDeadline = true
            loop.scheduleTask(in: .seconds(5)) { [self] in
                isImpatient = true
                checkEnd()
            }
        }
        guard isImpatient || clients.allSatisfy({ $0.output.count == 0 }) else { return }
        for listener in listeners { listener.remove() }
        if options.mode == .stdio { clients.first?.output.context?.close(promise: nil) }
        ParentStreams.finish()
        exit(hasFailed ? 1 : 0)
    }

    /// As many clients as the system allows: each has a descriptor.
    private static func mostClients() -> Int {
        let (own, most): (rlim_t, rlim_t) = (32, 16384)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1 }
        if limit.rlim_cur < own + most {
            limit.rlim_cur = min(limit.rlim_max, own + most)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return limit.rlim_cur > own ? Int(min(limit.rlim_cur - own, most)) : 1
    }
}
