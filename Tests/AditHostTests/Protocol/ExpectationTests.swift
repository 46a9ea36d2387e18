import Adit
import AditJSON
import AditSQLite
import Testing

@testable import AditHost

@Message private enum Message { case request(Int) }

@Model private struct Lamp: State {
    var level = 0
    enum Change { case set(Int) }
    mutating func apply(_ change: Change) { if case .set(let level) = change { self.level = level } }
}

private let app: App<Lamp, Message> = App(
    "lamp", state: Lamp(), gateways: [HostGateway<String, Never>("host")], views: [View("level") { $0.level }]
) { _ in [] }

/// GIVEN a host that was made for more than a thousand gateways that are gone WHEN the first difference that breaks it comes
/// after them THEN it reads how many were not compared for it.
struct ExpectationTests {
    private func refusal(_ gateways: Int) -> String? {
        let names = (0..<gateways).map { #""g\#($0)":{}"# }.joined(separator: ",")
        let view =
            #"{"type":"object","properties":{"level":{"type":"string"}},"required":["level"],"additionalProperties":false}"#
        let config = Array(
            #"{"expects":{"$defs":{"@gateways":{"properties":{\#(names)}},"@view":\#(view)}}}"#.utf8)
        do {
            try config.withUnsafeBytes { bytes in
                let outcome = try JSONReader.read(bytes, as: "a config that is") { reader in
                    Result { () throws(HostError) in
                        try AppEntry(app, storage: SQLiteEngine()).check(expectationsIn: reader)
                    }
                }
                try outcome.get()
            }
            return nil
        } catch {
            return (error as? HostError)?.text
        }
    }

    @Test func `differences that are not listed are counted`() {
        #expect(refusal(1001) == "expects: one of the 2 differences beyond the first 1000 breaks the host")
        #expect(refusal(1000) == "expects: the difference beyond the first 1000 breaks the host")
    }
}
