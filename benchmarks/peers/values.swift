// The core that keeps values, by hand in Swift with Foundation's coders.

import Foundation

enum Failure: Error { case unknownKind }

struct Kept: Codable {
    var integers: [Int]?
    var doubles: [Double]?
    var ids: [UUID]?
    var dates: [Date]?
}

struct Call: Decodable {
    struct Values: Decodable { var request: Request }
    struct Request: Decodable { var keep: Kept }
    var values: Values
}

struct Answer: Encodable {
    struct Values: Encodable { var response: Response }
    struct Response: Encodable { var wasKept: Kept }
    var values: Values
}

final class Core {
    private var kept = Kept()
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()

    init() {
        decoder.dateDecodingStrategy = .iso8601
        encoder.dateEncodingStrategy = .iso8601
    }

    func send(_ text: Data) throws {
        kept = try decoder.decode(Call.self, from: text).values.request.keep
        if kept.integers == nil && kept.doubles == nil && kept.ids == nil && kept.dates == nil {
            throw Failure.unknownKind
        }
        let answer = try encoder.encode(Answer(values: .init(response: .init(wasKept: kept))))
        answer.withUnsafeBytes { peer_hear($0.bindMemory(to: CChar.self).baseAddress, $0.count) }
    }
}

@_silgen_name("peer_hear")
private func peer_hear(_ json: UnsafePointer<CChar>?, _ length: Int)

// The driver has one thread.
nonisolated(unsafe) private var core = Core()

@_cdecl("peer_open")
public func peerOpen(_: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?) {}

@_cdecl("peer_message")
public func peerMessage(_ json: UnsafeRawPointer, _ length: Int) -> Bool {
    do {
        try core.send(Data(bytes: json, count: length))
        return true
    } catch {
        return false
    }
}

@_cdecl("peer_close")
public func peerClose() {}
