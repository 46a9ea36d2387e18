@testable import AditCodable
@testable import Adit
@testable import AditJSON
import Support
import Testing

@testable import ProfileCore

@Suite struct WhenTests {
    private static let failure = CodableError(name: "timedOut", message: "too late")

    private static let all: [(When, String)] = [
        (.userTypesNewEmail(userEmail: "a@b"), #"{"userTypesNewEmail":{"userEmail":"a@b"}}"#),
        (.userTapsChangeEmailButton, #"{"userTapsChangeEmailButton":{}}"#),
        (.networkFinishesSaving(result: .success("a@b")), #"{"networkFinishesSaving":{"result":{"success":"a@b"}}}"#),
        (
            .networkFinishesSaving(result: .failure(failure)),
            #"{"networkFinishesSaving":{"result":{"failure":{"name":"timedOut","message":"too late"}}}}"#
        ),
    ]

    @Test(arguments: all) func W5_aWhenIsCodedWithItsValues(when: When, json: String) throws {
        // As the app's message
        #expect(try encoded(when) == json)
        #expect(try decoded(from: json) == when)
        // AND as any `Codable`
        let bridged = JSONWriter()
        try encodeBridged(when, to: bridged)
        #expect(bridged.text == json)
        #expect(try withJSON(json) { try decodeBridged(When.self, from: $0) } == when)
    }

    @Test func W5_aWhenIsOfTheWholeAppOrOfAScope() {
        // The app's message is its When. AND a view model that is a scope of its own has another of the same name.
        let ofApp: When = .userTapsChangeEmailButton
        let ofScope: MyViewModel.When = .userTapsChangeEmailButton
        #expect("\(type(of: ofApp)) \(ofApp)" == "When \(ofScope)")
        #expect(ObjectIdentifier(type(of: ofApp) as Any.Type) != ObjectIdentifier(type(of: ofScope) as Any.Type))
    }

    @Test func W6_casesAreSentences() {
        // A subject, a verb, an object.
        #expect(
            When.Case.allCases.map(\.rawValue) == [
                "userTypesNewEmail", "userTapsChangeEmailButton", "networkFinishesSaving",
            ])
    }
}
