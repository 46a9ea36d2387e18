import Adit
import AditLibrary
import CAdit
import Glibc
import NIOCore

/// The child process, which opens a library and drives its cores: it reads frames, sends the messages in them to the cores,
/// drives those that have work, and writes their output.
///
/// It has one thread, and no event loop: it waits for its socket and its cores by `poll`, and writes with blocking calls, so
/// that no core is driven while the server does not read. Cores whose host is a client are in `Worker+HostedCalls.swift`.
final class Worker {
    /// A core, by the server's number of it.
    struct Entry {
        var core: adit_core
        var ids: EffectIDs
        /// `@closed` was delivered; not of a hosted core.
        var isClosed = false
        /// `adit_process` may leave messages: see `drive`.
        var isLimited = false
        /// Of a core whose storage may know later what it has written; nil of others.
        var settling: Settling?
        var watch: HostedWatch?
        var isHosted: Bool { watch != nil }
    }

    let library: Library
    let functions: LibraryFunctions
    let submit: Submit
    typealias Submit =
        @convention(c) @Sendable (
            adit_core, UnsafePointer<CChar>, UnsafePointer<CChar>, Int, LibraryFunctions.Failure?
        ) -> Int32
    /// The cores that the worker drives itself.
    private let group: Group
    private struct Group {
        let add: @convention(c) @Sendable (adit_group, adit_core) -> Int32
        let process: @convention(c) @Sendable (adit_group, Int32) -> Int32
        let id: adit_group
        let descriptor: Int32
    }

    var entries: [Entry?] = []
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    /// An epoll of the hosted cores; -1 before there are any.
    var hostedWatch: Int32 = -1
    /// Numbers of messages.
    private var (received, reported): (UInt64, UInt64) = (0, 0)
    /// Some core has closed.
    private var hasClosed = false
    /// The cores with messages that are not known to be handled: see `Settling`.
    var unsettled: Set<UInt32> = []
    /// The server said so, or is gone.
    private var (isEnding, isAlone) = (false, false)

    /// The descriptor of this end of the sockets.
    private static let socket: Int32 = 3
    /// How long the cores' own work may take to end, in milliseconds.
    static let patience: Int32 = 5000
    /// How much is read at a time, and how much output is collected before it is written, in bytes.
    private static let (chunk, collected) = (1 << 16, 1 << 20)
    /// The one of this process, for callbacks of the library. It has one thread.
    nonisolated(unsafe) private static var current: Worker?

    /// Runs the process until the server says so or is gone.
    ///
    /// - Returns: the exit code.
    static func run(library path: String) -> Int32 {
        // A program that an app starts would keep the connection, and the server would not notice the end of this process.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // The server ends it in order.
        for number in endSignals + [SIGPIPE] { signal(number, SIG_IGN) }
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        do throws(LibraryError) {
            let worker = try Worker(Library(path: path))
            current = worker
            worker.introduce()
            worker.run()
            return 0
        } catch {
            var fault = ByteBuffer()
            error.text.withBytes { fault.write(Frame(.fault, text: $0)) }
            _ = Worker.write(&fault)
            return 1
        }
    }

    private init(_ library: Library) throws(LibraryError) {
        self.library = library
        functions = library.functions
        guard let submit = functions.submit, let open = functions.groupOpen, let add = functions.groupAdd,
            let process = functions.groupProcess, let descriptor = functions.groupFd
        else {
            throw LibraryError(
                "\(library.path): there is no adit_submit or no adit_group_open in it; an Adit library of version \(ADIT_VERSION) is expected"
            )
        }
        var id: adit_group = 0
        var code = open(&id)
        var watched: Int32 = -1
        if code == 0 {
            watched = descriptor(id)
            code = min(watched, 0)
        }
        guard code == 0 else { throw LibraryError("\(library.path): \(library.text(of: ErrorCode(rawValue: code)))") }
        self.submit = submit
        group = Group(add: add, process: process, id: id, descriptor: watched)
    }

    private func run() {
        flush()
        while !isEnding, !isAlone {
            var files = [Worker.socket, group.descriptor, hostedWatch].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            if poll(&files, 3, -1) < 0, errno != EINTR { break }
            if files[0].revents != 0, !readFrames() { isAlone = true }
            drive()
            if files[2].revents != 0 { reportHostedWork() }
            flush()
        }
        closeCores()
        flush()
    }

    /// Says which apps there are, with their catalogs: they stay the same, and no client makes the cores wait for them.
    private func introduce() {
        guard let apps = try? library.catalog() else { return }
        for member in (try? JSONValue(parsing: apps))?.object ?? JSONValue.Object() {
            guard let catalog = try? library.catalog(of: member.key) else { continue }
            member.key.withBytes { name in catalog.withBytes { report(Frame(.catalog, name: name, text: $0)) } }
        }
        library.version.withBytes { version in apps.withBytes { report(Frame(.hello, name: version, text: $0)) } }
    }

    // MARK: Writing

    func report(_ frame: Frame) {
        output.write(frame)
        if output.readableBytes > Worker.collected { flush() }
    }

    private func flush() {
        guard output.readableBytes > 0 else { return }
        if isAlone || !Worker.write(&output) { isAlone = true }
        // The memory of a long message is not kept.
        if output.capacity > 2 * Worker.collected { output = ByteBuffer() } else { output.clear() }
    }

    /// - Returns: false if the server is gone.
    private static func write(_ buffer: inout ByteBuffer) -> Bool {
        while buffer.readableBytes > 0 {
            let count = buffer.withUnsafeReadableBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno != EINTR { return false }
            buffer.moveReaderIndex(forwardBy: max(count, 0))
        }
        return true
    }

    /// Reports a message of a core.
    func reportOutput(_ text: Bytes, of number: UInt32) {
        guard let entry = entries[Int(number)] else { return }
        if entry.settling != nil, Settling.isAnswer(text) { return settle(number) }
        entry.ids.withWritten(text) { report(Frame(.output, core: number, text: $0)) }
    }

    /// Receives the messages of hosted cores; the context is the number of the core.
    static let receiveHosted: adit_message_fn = { context, _, text, count in
        guard let worker = current, let text else { return }
        let bytes = Bytes(UnsafeRawBufferPointer(start: text, count: count))
        worker.reportOutput(bytes, of: UInt32(UInt(bitPattern: context)))
    }

    /// Receives those of the cores that the worker drives.
    private static let receive: adit_message_fn = { context, _, text, count in
        guard let worker = current, let text else { return }
        let number = UInt32(UInt(bitPattern: context))
        let bytes = Bytes(UnsafeRawBufferPointer(start: text, count: count))
        worker.reportOutput(bytes, of: number)
        if bytes.has(prefix: "{\"@closed\":") {
            worker.entries[Int(number)]?.isClosed = true
            worker.hasClosed = true
        }
    }

    // MARK: Frames

    /// - Returns: false if the server is gone.
    private func readFrames() -> Bool {
        let count = input.writeWithUnsafeMutableBytes(minimumWritableBytes: Worker.chunk) {
            max(0, recv(Worker.socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)))
        }
        guard count > 0 else { return errno == EAGAIN || errno == EINTR }
        // Handlers do not access the input.
        var frames = ByteBuffer()
        swap(&frames, &input)
        _ = Frame.take(from: &frames) { frame in
            handle(frame)
            return !isEnding
        }
        // The memory of a long message is not kept.
        if frames.readableBytes == 0, frames.capacity <= 4 * Worker.chunk { frames.clear() }
        if frames.readableBytes > 0 || frames.capacity <= 4 * Worker.chunk { swap(&frames, &input) }
        return true
    }

    private func handle(_ frame: Frame) {
        switch frame.kind {
        case .send: send(frame)
        case .open: open(frame)
        case .call: handleHostedCall(frame)
        case .end: isEnding = true
        default: break
        }
        if frame.head.number != 0 { received = frame.head.number }
    }

    /// Makes room for the core of a number.
    func setEntry(_ number: UInt32, _ entry: Entry?) {
        while entries.count <= Int(number) { entries.append(nil) }
        entries[Int(number)] = entry
    }

    func entry(_ number: UInt32) -> Entry? { number < entries.count ? entries[Int(number)] : nil }

    private func open(_ frame: Frame) {
        let number = frame.head.core
        var (core, error): (adit_core, adit_error) = (0, .none)
        let limits = frame.text.member("limits")
        let isLimited = limits?.member("processSteps") != nil || limits?.member("processMilliseconds") != nil
        // Callbacks come before adit_open returns.
        let isShared = frame.text.member("store")?.member("connections") != nil
        setEntry(
            number,
            Entry(
                core: 0, ids: EffectIDs(openings: frame.head.flags), isLimited: isLimited,
                settling: isShared ? Settling() : nil))
        func open(_ config: Bytes) -> Int32 {
            functions.open(
                UInt32(ADIT_ABI_VERSION), frame.name.text, config.chars, config.count, Worker.receive,
                UnsafeMutableRawPointer(bitPattern: UInt(number)), nil, &core, &error)
        }
        var code: Int32
        if let (config, change) = withHandle(frame.text) {
            code = config.withUnsafeReadableBytes { open(Bytes($0)) }
            error.moveOffset(before: change)
        } else {
            code = open(frame.text)
        }
        var text = error.message
        if code == 0, core != 0 {
            code = group.add(group.id, core)
            if code != 0 {
                text = library.text(of: ErrorCode(rawValue: code))
                _ = functions.close(core, 0)
                core = 0
            }
        }
        if core == 0 { setEntry(number, nil) } else { entries[Int(number)]?.core = core }
        text.withBytes {
            report(
                Frame(
                    .opened, core: number, code: code, offset: error.offset, flags: core == 0 ? Frame.noCore : 0,
                    text: $0))
        }
    }

    private func send(_ frame: Frame) {
        var error = adit_error.none
        let code: Int32
        if let entry = entry(frame.head.core), !entry.isHosted {
            code = entry.ids.withRead(frame.text, &error) { text, error in
                frame.name.isEmpty
                    ? functions.send(entry.core, text.chars, text.count, &error)
                    : submit(entry.core, frame.name.chars, text.chars, text.count, &error)
            }
            guard code != 0 else { return noteMessage(frame.head.number, of: frame.head.core) }
        } else {
            code = ErrorCode.core.rawValue
        }
        let text = error.message.isEmpty ? library.text(of: ErrorCode(rawValue: code)) : error.message
        text.withBytes {
            report(
                Frame(
                    .refused, core: frame.head.core, number: frame.head.number, code: code, offset: error.offset,
                    text: $0))
        }
    }

    // MARK: Driving

    /// Drives what has work, once, and says up to which message everything has been handled.
    private func drive() {
        _ = group.process(group.id, 0)
        if ask() { _ = group.process(group.id, 0) }
        removeClosed()
        let handled = lastHandled(of: received)
        if handled == reported { return }
        if entries.contains(where: { $0?.isLimited ?? false }), Worker.isReadable(group.descriptor) { return }
        reported = handled
        report(Frame(.done, number: reported))
    }

    static func isReadable(_ descriptor: Int32) -> Bool {
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&file, 1, 0) > 0
    }

    private func removeClosed() {
        guard hasClosed else { return }
        hasClosed = false
        for (number, entry) in entries.enumerated() {
            guard let entry, entry.isClosed else { continue }
            _ = functions.close(entry.core, Worker.patience)
            entries[number] = nil
            unsettled.remove(UInt32(number))
            report(Frame(.closed, core: UInt32(number)))
        }
    }

    /// Closes the cores after the messages that were sent to them.
    private func closeCores() {
        let end = NIODeadline.now() + .milliseconds(Int64(Worker.patience))
        for case let entry? in entries where !entry.isHosted {
            _ = functions.send(entry.core, "{\"@close\":{}}", 13, nil)
        }
        while entries.contains(where: { $0.map { !$0.isHosted } ?? false }) {
            let left = (end - .now()).nanoseconds / 1_000_000
            guard left > 0 else { break }
            _ = group.process(group.id, Int32(left))
            removeClosed()
        }
        for case let entry? in entries { _ = functions.close(entry.core, 0) }
        reported = received
        report(Frame(.done, number: reported))
    }
}

extension ErrorCode {
    static let core = ErrorCode(rawValue: Int32(ADIT_ECORE))
}

extension adit_error {
    /// No error, and so no offset.
    static var none: adit_error {
        var error = adit_error()
        error.offset = .max
        return error
    }

    /// The text; empty without an error.
    var message: String {
        withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Makes the offset, if there is one, that of the text before a change.
    mutating func moveOffset(before change: Replacement) {
        if offset != UInt32.max { offset = UInt32(clamping: change.origin(of: Int(offset))) }
    }
}
