import Adit
import Support
import Testing

@testable import TravelPlannerCore

@Suite struct MessageTests {
    @Test(
        arguments: [
            (
                .perform(.widgetDirectTo_selectLocation(location: .delft)),
                #"{"perform":{"widgetDirectTo_selectLocation":{"location":{"name":"Delft"}}}}"#
            ),
            (.perform(.nothing), #"{"perform":{"nothing":{}}}"#),
            (
                .perform(.fromLocationRowPressed(location: .utrecht)),
                #"{"perform":{"fromLocationRowPressed":{"location":{"name":"Utrecht","#
                    + #""coordinates":{"latitude":52.0893,"longitude":5.1101}}}}}"#
            ),
            (.perform(.toLocationRowPressed(location: nil)), #"{"perform":{"toLocationRowPressed":{}}}"#),
            (
                .perform(.departureArrivalRowPressed(queryType: .departure, date: .morning)),
                #"{"perform":{"departureArrivalRowPressed":{"queryType":"departure","date":"2026-11-21T09:30:20Z"}}}"#
            ),
            (.clock(.ticks(at: .morning)), #"{"clock":{"ticks":{"at":"2026-11-21T09:30:20Z"}}}"#),
            (
                .stream(.request(.subscribe(subscription: "a"))),
                #"{"stream":{"request":{"subscribe":{"subscription":"a"}}}}"#
            ),
            (
                .picker(.timeWasPicked(queryType: .arrival, date: nil)),
                #"{"picker":{"timeWasPicked":{"queryType":"arrival"}}}"#
            ),
        ] as [(Message, String)])
    func messagesOnTheWire(message: Message, json: String) throws {
        #expect(try encoded(message) == json)
        #expect(try decoded(from: json) == message)
    }
}
