// The todo core (add, check, uncheck) and the counter, by hand in Swift with Foundation's coders: what a Swift
// programmer would write first. The messages are those of the other programs, to the byte.
//
//     foundation add|check|toggle|counter PRESENT COUNT [print]

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
    private let hear: (Data) -> Void

    init(hear: @escaping (Data) -> Void) {
        self.hear = hear
        encoder.outputFormatting = .withoutEscapingSlashes
    }

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
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let present = Int(arguments[2]), let count = Int(arguments[3]) else {
    fatalError("usage: foundation add|check|toggle|counter PRESENT COUNT [print]")
}
let prints = arguments.count > 4
var heard = 0
let core = Core {
    heard += $0.count
    if prints { print(String(decoding: $0, as: UTF8.self)) }
}

func id(_ number: Int) -> String { String(format: "00000000-0000-4000-8000-%012d", number) }
func todo(_ request: String) -> Data { Data(#"{"todo":{"request":\#(request)}}"#.utf8) }

let messages: [Data] =
    switch arguments[1] {
    case "add": [todo(#"{"add":{"item":{"text":"Buy milk"}}}"#)]
    case "check": (0..<present).map { todo(#"{"check":{"id":"\#(id($0))"}}"#) }
    case "toggle":
        (0..<2 * present).map { todo(#"{"\#($0 % 2 == 1 ? "uncheck" : "check")":{"id":"\#(id($0 / 2))"}}"#) }
    default: [Data(#"{"counter":{"request":{"increment":{"by":1}}}}"#.utf8)]
    }
for number in 0..<present {
    try core.send(todo(#"{"add":{"item":{"id":"\#(id(number))","text":"Buy milk"}}}"#))
}
for number in 0..<count { try core.send(messages[number % messages.count]) }
precondition(count == 0 || heard > 0)
