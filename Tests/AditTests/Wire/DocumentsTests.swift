import Adit
import TestSupport
import Testing

// The enums of the documents, as they stand there, with the attribute added.

@Message
enum When: Codable {
    case userTypesNewEmail(userEmail: String)
    case userTapsChangeEmailButton
}

private final class TravelPlannerViewController {
    typealias Date = Timestamp

    @Model struct Location: Equatable { var name: String }
    @Model enum TravelTimeQueryType: String { case departure, arrival }

    @Message
    enum PerformAction: Equatable {
        case fromLocationRowPressed(location: Location?)
        case toLocationRowPressed(location: Location?)
        case switchLocationButtonPressed
        case departureArrivalRowPressed(queryType: TravelTimeQueryType, date: Date)
        case nowButtonPressed
        case travelOptionsButtonPressed
        case widgetDirectTo_optionsButtonPressed
        case widgetDirectTo_configureAddressButtonPressed
        case widgetDirectTo_selectLocation(location: Location)
        case widgetCiCo_optionsButtonPressed
        case nothing
    }

    var performed: [PerformAction] = []

    var actionPerformed: PerformAction = .nothing {
        didSet { performed.append(actionPerformed) }
    }
}

@Model private struct TodoItem: Equatable { var text: String }

@Message
private enum Message: Equatable {

    case todo(_Todo)
    case appReview(_AppReview)

    enum _Todo: Equatable {
        case request(_Request)
        case response(_Response)

        enum _Request: Equatable { case add(item: TodoItem) }
        enum _Response: Equatable { case wasAdded(TodoItem) }
    }

    enum _AppReview {
        case requestReview
    }
}

/// The documents' enums on the wire: rows W5, P2, P3 and R7.
struct DocumentsTests {
    @Test func `when the user does something`() throws {
        let when = When.userTypesNewEmail(userEmail: "john.dohe@example.com")
        #expect(try encoded(when) == #"{"userTypesNewEmail":{"userEmail":"john.dohe@example.com"}}"#)
        #expect(when.name == "userTypesNewEmail")
        #expect(try when.parameters() == ["userEmail": .string("john.dohe@example.com")])
        #expect(try encoded(When.userTapsChangeEmailButton) == #"{"userTapsChangeEmailButton":{}}"#)
        #expect(try When.userTapsChangeEmailButton.parameters() == [:])
    }

    @Test func `the screen's actions`() throws {
        typealias PerformAction = TravelPlannerViewController.PerformAction
        let location = TravelPlannerViewController.Location(name: "Utrecht")
        let date = try #require(Timestamp("2026-11-21T09:30:00Z"))
        expectWire(
            PerformAction.fromLocationRowPressed(location: location),
            #"{"fromLocationRowPressed":{"location":{"name":"Utrecht"}}}"#)
        expectWire(PerformAction.toLocationRowPressed(location: nil), #"{"toLocationRowPressed":{}}"#)
        expectWire(
            PerformAction.departureArrivalRowPressed(queryType: .arrival, date: date),
            #"{"departureArrivalRowPressed":{"queryType":"arrival","date":"2026-11-21T09:30:00Z"}}"#)
        expectWire(
            PerformAction.widgetDirectTo_selectLocation(location: location),
            #"{"widgetDirectTo_selectLocation":{"location":{"name":"Utrecht"}}}"#)
        for (action, name) in [
            (PerformAction.switchLocationButtonPressed, "switchLocationButtonPressed"),
            (.nowButtonPressed, "nowButtonPressed"), (.travelOptionsButtonPressed, "travelOptionsButtonPressed"),
            (.widgetDirectTo_optionsButtonPressed, "widgetDirectTo_optionsButtonPressed"),
            (.widgetDirectTo_configureAddressButtonPressed, "widgetDirectTo_configureAddressButtonPressed"),
            (.widgetCiCo_optionsButtonPressed, "widgetCiCo_optionsButtonPressed"), (.nothing, "nothing"),
        ] {
            expectWire(action, #"{"\#(name)":{}}"#)
            #expect(PerformAction.Case.allCases[action.caseIndex].rawValue == name)
        }
        #expect(PerformAction.Case.allCases.count == 11)
    }

    @Test func `the screen performs what comes over the wire`() throws {
        let controller = TravelPlannerViewController()
        controller.actionPerformed = try decoded(from: #"{"nowButtonPressed":{}}"#)
        #expect(controller.performed == [.nowButtonPressed])
    }

    @Test func `the messages of the todo app`() {
        expectWire(
            Message.todo(.request(.add(item: TodoItem(text: "Buy milk")))),
            #"{"todo":{"request":{"add":{"item":{"text":"Buy milk"}}}}}"#)
        expectWire(
            Message.todo(.response(.wasAdded(TodoItem(text: "Buy milk")))),
            #"{"todo":{"response":{"wasAdded":{"text":"Buy milk"}}}}"#)
        expectWire(Message.appReview(.requestReview), #"{"appReview":{"requestReview":{}}}"#)
        #expect(Message.appReview(.requestReview).casePath == "appReview.requestReview")
    }
}
