import Adit
import AditJSON
import AditState

/// A control message: a message of Adit, whose key begins with `@`.
enum ControlMessage {
    /// `@get`: requests a part of the state, at a revision or, if it is nil, at present.
    case get(PartPath, Int?)
    /// `@subscribe`: adds a named subscription to a part of the state.
    case subscribe(String, JSONPointer)
    /// `@unsubscribe`: ends a subscription, or all if nil. The host may name the client that has it.
    case unsubscribe(String?, of: String?)
    /// `@reply`: the answer to an effect. Its contents are read when it is enqueued.
    case reply(effect: String, more: Bool, HostReply?)
    /// `@advance`: moves a virtual clock on by so many milliseconds.
    case advance(Int)
    /// `@stats`: requests the core's figures.
    case stats
    /// `@trace`: requests the trace.
    case trace
    /// `@close`: closes the core after the messages before it.
    case close
    /// `@export`: writes the state to a file, which may replace an existing one.
    case export(String, replace: Bool)
    /// `@import`: reads a state from a file.
    case `import`(String)

    static let keys = [
        "@get", "@subscribe", "@unsubscribe", "@reply", "@advance", "@stats", "@trace", "@close",
        "@export", "@import",
    ]

    /// Reads a key with its value.
    ///
    /// - Throws: ``CodingFailure`` if the key is unknown, or the value is invalid.
    init(reading key: String, _ value: JSONValue) throws(CodingFailure) {
        switch ByteString(key) {
        case "@get":
            let request = try AditC.read(GetRequest.self, of: key, value)
            self = .get(try request.part, request.revision)
        case "@subscribe":
            let request = try AditC.read(SubscribeRequest.self, of: key, value)
            let pointer = try pointer(request.path, of: key)
            self = .subscribe(request.subscription ?? request.path, pointer)
        case "@unsubscribe":
            let request = try AditC.read(UnsubscribeRequest.self, of: key, value)
            guard request.subscription != nil || request.client != nil else {
                throw CodingFailure(path: key, reason: #"missing key "subscription""#)
            }
            self = .unsubscribe(request.subscription, of: request.client)
        case "@reply":
            let reply = try AditC.read(ReplyRequest.self, of: key, value)
            guard value["result"] == nil || value["error"] == nil else {
                throw CodingFailure(path: key, reason: "found the keys result, error; one of them is expected")
            }
            self = .reply(effect: reply.effect, more: reply.more, nil)
        case "@advance":
            let by = try AditC.read(AdvanceRequest.self, of: key, value).by
            guard by >= 0, by <= AdvanceRequest.longest else {
                throw CodingFailure(
                    path: "@advance.by",
                    reason: "found \(by); milliseconds from 0 to \(AdvanceRequest.longest) are expected")
            }
            self = .advance(by)
        case "@stats":
            _ = try AditC.read(EmptyRequest.self, of: key, value)
            self = .stats
        case "@trace":
            _ = try AditC.read(EmptyRequest.self, of: key, value)
            self = .trace
        case "@close":
            _ = try AditC.read(EmptyRequest.self, of: key, value)
            self = .close
        case "@export":
            let request = try AditC.read(ExportRequest.self, of: key, value)
            self = .export(try FileRequest(path: request.path).file(of: key), replace: request.replace)
        case "@import": self = .import(try AditC.read(FileRequest.self, of: key, value).file(of: key))
        default: throw CodingFailure(path: "", reason: ErrorSentences.unknownCase(key, ControlMessage.keys))
        }
    }
}

/// Parses a pointer to a part of the state.
private func pointer(_ text: String, of key: String) throws(CodingFailure) -> JSONPointer {
    guard let pointer = JSONPointer(text) else {
        throw CodingFailure(
            path: "\(key).path",
            reason: "found \"\(text.prefix(100))\"; a JSON Pointer such as \"/items\" is expected, of up to "
                + "\(JSONPointer.longest) keys")
    }
    return pointer
}

@Model
private struct GetRequest {
    var path = ""
    var from: Int?
    var limit: Int?
    var revision: Int?

    /// The requested part.
    var part: PartPath {
        get throws(CodingFailure) {
            let pointer = try pointer(path, of: "@get")
            for (name, number) in [("from", from), ("limit", limit), ("revision", revision)] {
                guard let number, number < 0 else { continue }
                throw CodingFailure(path: "@get.\(name)", reason: "found \(number); a number from 0 on is expected")
            }
            guard from != nil || limit != nil else { return PartPath(pointer) }
            return PartPath(pointer, window: ListWindow(from: from ?? 0, limit: limit))
        }
    }
}

@Model
private struct SubscribeRequest {
    let subscription: String?
    var path = ""
}

@Model
private struct UnsubscribeRequest {
    let subscription: String?
    let client: String?
}

@Model
private struct FileRequest {
    let path: String

    func file(of key: String) throws(CodingFailure) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CodingFailure(path: "\(key).path", reason: "found \"\(path)\"; the path of a file is expected")
        }
        return path
    }
}

@Model
private struct ExportRequest {
    let path: String
    var replace = false
}

@Model
private struct EmptyRequest {}

@Model
private struct ReplyRequest {
    let effect: String
    let result: Anything?
    let error: Anything?
    var more = false
}

@Model
struct AdvanceRequest {
    let by: Int

    /// A century in milliseconds; its nanoseconds fit in an `Int`. A clock stops at its latest time.
    static let longest = 3_155_760_000_000
}

/// A value that is decoded elsewhere.
private struct Anything: WireCodable {
    init(reading _: JSONReader) {}
    func write(to writer: JSONWriter) { writer.writeNull() }
    static func schema(in _: SchemaDefinitions) -> Schema { .any }
}
