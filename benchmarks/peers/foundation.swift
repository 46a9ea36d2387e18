// The todo core (add, check, uncheck) and the counter, by hand in Swift with Foundation's coders: what a Swift
// programmer would write first. The messages are those of the other programs, to the byte.
//
//     foundation SCENARIO PRESENT COUNT MODE       (peer.c)

import Foundation

struct Item: Codable {
    var id: String
    var text: String
    var completed: Bool
    var created: String
    var due: String?
    var alterDate: String?
}

struct NewItem: Decodable {
    var id: String?
    var text: String
    var completed: Bool?
    var created: String?
    var due: String?
    var alterDate: String?
}

struct Call: Decodable {
    struct Todo: Decodable { var request: Request }
    struct Request: Decodable {
        var add: Add?
        var check: Named?
        var uncheck: Named?
    }
    struct Add: Decodable { var item: NewItem }
    struct Named: Decodable { var id: String }
    struct Counter: Decodable { var request: CounterRequest }
    struct CounterRequest: Decodable { var increment: By }
    struct By: Decodable { var by: Int }
    var todo: Todo?
    var counter: Counter?
}

struct Answer: Encodable {
    struct Todo: Encodable { var response: Response }
    struct Response: Encodable {
        var wasAdded: Item?
        var wasChecked: Item?
        var wasUnchecked: Item?
    }
    struct Counter: Encodable { var response: CounterResponse }
    struct CounterResponse: Encodable { var wasIncremented: To }
    struct To: Encodable { var to: Int }
    struct Review: Encodable { var requestReview: [String: Int] = [:] }
    var todo: Todo?
    var counter: Counter?
    var appReview: Review?
}

final class Core {
    private var items: [Item] = []
    private var index: [String: Int] = [:]
    private var counter = 0
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()

    init() { encoder.outputFormatting = .withoutEscapingSlashes }

    func send(_ text: Data) throws {
        let call = try decoder.decode(Call.self, from: text)
        if let add = call.todo?.request.add {
            respond(Answer.Response(wasAdded: append(add.item)))
        } else if let id = call.todo?.request.check?.id {
            respond(Answer.Response(wasChecked: alter(id, completed: true)))
        } else if let id = call.todo?.request.uncheck?.id {
            respond(Answer.Response(wasUnchecked: alter(id, completed: false)), review: false)
        } else if let by = call.counter?.request.increment.by {
            counter += by
            tell(Answer(counter: .init(response: .init(wasIncremented: .init(to: counter)))))
        }
    }

    private func append(_ new: NewItem) -> Item {
        let item = Item(
            id: new.id ?? UUID().uuidString.lowercased(), text: new.text, completed: new.completed ?? false,
            created: new.created ?? Date.now.ISO8601Format(), due: new.due, alterDate: new.alterDate)
        index[item.id] = items.count
        items.append(item)
        return item
    }

    private func alter(_ id: String, completed: Bool) -> Item {
        guard let position = index[id] else { fatalError("no item \(id)") }
        if items[position].completed != completed {
            items[position].completed = completed
            items[position].alterDate = Date.now.ISO8601Format()
        }
        return items[position]
    }

    private func respond(_ response: Answer.Response, review: Bool = true) {
        tell(Answer(todo: .init(response: response)))
        if review { tell(Answer(appReview: .init())) }
    }

    private func tell(_ answer: Answer) { hear(try! encoder.encode(answer)) }

    private func hear(_ text: Data) {
        text.withUnsafeBytes { peer_hear($0.bindMemory(to: CChar.self).baseAddress, $0.count) }
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
