import Adit
import AditLibrary
import CAdit
import CServe

// The worker's side of hosted cores: each call of a host is made as it is, and answered.

/// How a hosted core is watched for work.
struct HostedWatch {
    /// `adit_fd`.
    let descriptor: Int32
    /// The epoll reports it once it is readable.
    var isArmed = true
    /// The host knows that there is work.
    var isTold = false
}

/// A call, and its result.
private struct HostedCall {
    let number: UInt32
    let arguments: JSONValue
    let text: Bytes
    /// An open core of that number.
    var entry: Worker.Entry?
    /// Of adit.h, or a number from 0 on.
    var code: Int32 = 0
    var error = adit_error.none
    var hasWorked = false, isDriven = false
    /// A text of the library.
    var out: UnsafeMutablePointer<CChar>?
    var outCount = 0
}

extension Worker {
    func handleHostedCall(_ frame: Frame) {
        let entry = entry(frame.head.core).flatMap { $0.isHosted ? $0 : nil }
        let arguments = (try? JSONValue(parsing: frame.name.buffer)) ?? .null
        var call = HostedCall(number: frame.head.core, arguments: arguments, text: frame.text, entry: entry)
        make(&call, openings: frame.head.flags)
        let isReady = call.isDriven && call.entry != nil && rearm(call.number)
        let flags = (call.entry == nil ? Frame.noCore : 0) | (call.out == nil ? 0 : Frame.hasText)
        let ids = (call.isDriven ? call.entry?.ids : nil) ?? EffectIDs(openings: 0)
        answer(to: call, isReady: isReady).withBytes { name in
            ids.withWritten(Bytes(UnsafeRawBufferPointer(start: call.out, count: call.outCount))) { text in
                report(
                    Frame(.called, core: call.number, number: frame.head.number, flags: flags, name: name, text: text))
            }
        }
        functions.free(call.out)
    }

    private func answer(to call: HostedCall, isReady: Bool) -> String {
        let code = ErrorCode(rawValue: call.code)
        var body = Body()
        body.add("code", json: code.name?.quoted ?? String(call.code))
        var message = call.error.message
        if message.isEmpty, call.code < 0 { message = library.text(of: code) }
        if !message.isEmpty { body.add("message", message) }
        if call.code < 0, call.error.offset != UInt32.max { body.add("offset", json: String(call.error.offset)) }
        if call.isDriven {
            body.add("worked", json: String(call.hasWorked))
            body.add("ready", json: String(isReady))
        }
        return body.json
    }

    // MARK: Watching

    /// Returns whether a core has work left. If it has none, it is watched.
    private func rearm(_ number: UInt32) -> Bool {
        guard var watch = entry(number)?.watch else { return false }
        watch.isTold = Worker.isReadable(watch.descriptor)
        if !watch.isTold, !watch.isArmed {
            watch.isArmed = serve_watch(hostedWatch, watch.descriptor, number, true) == 0
        }
        entries[Int(number)]?.watch = watch
        return watch.isTold
    }

    /// Reports the hosted cores that have work.
    func reportHostedWork() {
        var numbers = [UInt32](repeating: 0, count: 64)
        let count = serve_watch_next(hostedWatch, &numbers, 64)
        for number in numbers.prefix(Int(count)) {
            guard let watch = entry(number)?.watch else { continue }
            if !watch.isTold { report(Frame(.ready, core: number)) }
            entries[Int(number)]?.watch?.isArmed = false
            entries[Int(number)]?.watch?.isTold = true
        }
    }

    // MARK: The calls

    private func make(_ call: inout HostedCall, openings: UInt32) {
        switch call.arguments["call"] ?? .null {
        case "open": open(&call, openings: openings)
        case "catalog": catalog(&call)
        case "compare": compare(&call)
        case "send": makeOfCore(&call, send)
        case "process": makeOfCore(&call, process)
        case "receive": makeOfCore(&call, receive)
        case "call": makeOfCore(&call, self.call)
        case "close": makeOfCore(&call, close)
        default: call.code = Int32(ADIT_EINVAL)
        }
    }

    private func makeOfCore(_ call: inout HostedCall, _ make: (inout HostedCall, Entry) -> Void) {
        if let entry = call.entry { make(&call, entry) } else { call.code = Int32(ADIT_ECORE) }
    }

    private func open(_ call: inout HostedCall, openings: UInt32) {
        let isPulled = call.arguments["pull"]?.bool ?? false
        let number = call.number
        var core: adit_core = 0
        // Callbacks come before adit_open returns.
        setEntry(number, Entry(core: 0, ids: EffectIDs(openings: openings)))
        let app = call.arguments["app"]?.string ?? ""
        call.code = functions.open(
            UInt32(ADIT_ABI_VERSION), app, call.text.chars, call.text.count, isPulled ? nil : Worker.receiveHosted,
            UnsafeMutableRawPointer(bitPattern: UInt(number)), nil, &core, &call.error)
        guard core != 0 else { return setEntry(number, nil) }
        if hostedWatch < 0 { hostedWatch = serve_watch_open() }
        let descriptor = functions.fd(core)
        guard hostedWatch >= 0, descriptor >= 0, serve_watch(hostedWatch, descriptor, number, false) == 0 else {
            _ = functions.close(core, 0)
            call.code = Int32(ADIT_ENOMEM)
            return setEntry(number, nil)
        }
        entries[Int(number)]?.core = core
        entries[Int(number)]?.watch = HostedWatch(descriptor: descriptor)
        call.entry = entries[Int(number)]
        call.isDriven = true
    }

    private func send(_ call: inout HostedCall, _ entry: Entry) {
        let client = call.arguments["client"]?.string
        call.code = entry.ids.withRead(call.text, &call.error) { text, error in
            guard let client else { return functions.send(entry.core, text.chars, text.count, &error) }
            return submit(entry.core, client, text.chars, text.count, &error)
        }
        // The host knows of its own message.
        if call.code == 0 { entries[Int(call.number)]?.watch?.isTold = true }
    }

    private func process(_ call: inout HostedCall, _ entry: Entry) {
        call.isDriven = true
        call.hasWorked = entry.watch.map { Worker.isReadable($0.descriptor) } ?? false
        call.code = functions.process(entry.core, 0)
    }

    private func receive(_ call: inout HostedCall, _ entry: Entry) {
        call.isDriven = true
        if call.arguments["all"]?.bool != true {
            call.code = functions.receive(entry.core, 0, &call.out, &call.outCount)
        } else if let receiveAll = functions.receiveAll {
            let most = Int(call.arguments["bytes"]?.integer ?? 0)
            call.code = receiveAll(entry.core, 0, most, &call.out, &call.outCount)
        } else {
            call.code = Int32(ADIT_EABI)
        }
    }

    private func call(_ call: inout HostedCall, _ entry: Entry) {
        call.isDriven = true
        var (out, count) = (call.out, 0)
        call.code = entry.ids.withRead(call.text, &call.error) { text, error in
            functions.call(entry.core, text.chars, text.count, 0, &out, &count, &error)
        }
        (call.out, call.outCount) = (out, count)
    }

    private func close(_ call: inout HostedCall, _ entry: Entry) {
        // The other cores of the library wait meanwhile.
        let timeout = call.arguments["timeout"]?.integer ?? 0
        let isBounded = (0...Int64(Worker.patience)).contains(timeout)
        call.code = functions.close(entry.core, isBounded ? Int32(timeout) : Worker.patience)
        guard call.code != Int32(ADIT_EBUSY), call.code != Int32(ADIT_EINVAL) else { return }
        setEntry(call.number, nil)
        call.entry = nil
    }

    private func catalog(_ call: inout HostedCall) {
        call.code = functions.catalog(call.arguments["app"]?.string, &call.out, &call.outCount)
    }

    private func compare(_ call: inout HostedCall) {
        let old = call.arguments["old"]?.integer ?? 0
        guard let compare = functions.catalogCompare else { return call.code = Int32(ADIT_EABI) }
        guard old >= 0, old <= call.text.count else { return call.code = Int32(ADIT_EINVAL) }
        let new = call.text.suffix(from: Int(old))
        call.code = compare(
            call.text.chars, Int(old), new.chars, new.count, &call.out, &call.outCount, &call.error)
    }
}
