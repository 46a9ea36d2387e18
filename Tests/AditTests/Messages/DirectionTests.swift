import Adit
import Testing

// A stall: payments come back to it, orders are both asked for and told, and it has steps of its own.
@Message
private enum Stall: Equatable, Sendable {
    case payment(Payment)
    case order(Order)
    @Internal case cart(Cart)
    @Outgoing case till(Till?)
    @Incoming case scan(Result<Till, CodableError>)
    case tree(Tree)
    case plain(text: String)
    case bell

    enum Payment: Equatable, Sendable {
        case request(Request)
        case response(Response)

        enum Request: Equatable, Sendable {
            case authorise(cents: Int)
            @Internal case finish(cents: Int)
            @Both case capture
        }

        enum Response: Equatable, Sendable {
            case wasAuthorised(cents: Int)
            @Internal case wasCounted, wasWeighed
        }
    }

    @Outgoing enum Cart: Equatable, Sendable {
        case request(Request)
        @Internal case step

        enum Request: Equatable, Sendable { case fill }
    }

    enum Till: Equatable, Sendable {
        case opens
        @Both case rings
    }

    indirect enum Tree: Equatable, Sendable {
        case node(Tree)
        @Internal case leaf
    }
}

extension Stall {
    @Message @Internal
    enum Order: Equatable, Sendable {
        case request(Request)
        case response(Answer)

        enum Answer: Equatable, Sendable { case wasPlaced }
    }
}

extension Stall.Order {
    @Model enum Request: Equatable, Sendable {
        case place
        @Incoming case cancel
    }
}

@Message private enum Request: Equatable, Sendable { case ask }

/// GIVEN messages with markers WHEN asked for their direction THEN the innermost marker decides, then the innermost
/// name.
struct DirectionTests {
    @Test(
        arguments: [
            // Names.
            (.payment(.request(.authorise(cents: 1))), .incoming),
            (.payment(.response(.wasAuthorised(cents: 1))), .outgoing),
            // A marker on a case, also on one of two.
            (.payment(.request(.finish(cents: 1))), .internal),
            (.payment(.request(.capture)), .both),
            (.payment(.response(.wasWeighed)), .internal),
            // A marker further out is stronger than a name, and one further in is stronger than that.
            (.order(.request(.place)), .internal),
            (.order(.request(.cancel)), .incoming),
            (.order(.response(.wasPlaced)), .internal),
            // That of an enum is within that of the case that leads to it.
            (.cart(.request(.fill)), .outgoing),
            (.cart(.step), .internal),
            // Through optionals and results.
            (.till(nil), .outgoing),
            (.till(.opens), .outgoing),
            (.till(.rings), .both),
            (.scan(.success(.opens)), .incoming),
            (.scan(.success(.rings)), .both),
            (.scan(.failure(CodableError(name: "a", message: "b"))), .incoming),
            (.tree(.node(.node(.leaf))), .internal),
            // No marker at all.
            (.plain(text: "a"), .both),
            (.bell, .both),
        ] as [(Stall, MessageDirection)])
    fileprivate func `the innermost marker decides`(message: Stall, direction: MessageDirection) {
        #expect(message.direction == direction, "\(message)")
    }

    @Test func `an enum is named Request only within another type`() {
        #expect(Request.ask.direction == .both)
    }

    @Test func `a direction says what it is`() {
        let all: [MessageDirection] = [.incoming, .outgoing, .both, .internal]
        #expect(all.map(\.description) == ["incoming", "outgoing", "both", "internal"])
    }
}
