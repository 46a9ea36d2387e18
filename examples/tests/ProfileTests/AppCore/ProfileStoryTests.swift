import Adit
import AditTesting
import Testing

@testable import ProfileCore

/// The stories of the whole core. The source of reports is in flight at the end of each.
@Suite struct ProfileStoryTests {
    @Test func W22_theSameStoryOfTheCore() {
        GIVEN(profileApp(), gateways: [saveHost])
            .WHEN(.userTypesNewEmail(userEmail: "john.dohe@example.com"))
            .THEN(\.email, is: "john.dohe@example.com")
            .WHEN(.userTapsChangeEmailButton)
            .THEN(saveHost, isAsked: .save(email: "john.dohe@example.com"))
            .WHEN(saveHost, replies: SaveReply(email: "john.dohe@example.com"))
            .THEN(.networkFinishesSaving(result: .success("john.dohe@example.com")))
            .THEN(\.savedEmail, is: "john.dohe@example.com")
            .THEN(inFlight: 1)
            .runTests()
    }

    @Test func W12_whatIsThrownIsReportedToTheHost() {
        GIVEN(profileApp(), state: .typed("john"))
            .WHEN(.userTapsChangeEmailButton)
            .THEN(throws: EmailError.notAnAddress("john"))
            .THEN(analyticsHost, isAsked: .event(AnalyticsEvent(name: "userTapsChangeEmailButton")))
            .THEN(crashReportingHost, isAsked: .report(CodableError(EmailError.notAnAddress("john"))))
            .THEN(\.savedEmail, is: nil)
            .THEN(inFlight: 1)
            .runTests()
    }

    @Test func W23_aSaveThatIsNotAnsweredFails() {
        GIVEN(profileApp(), state: .typed("a@b"), gateways: [saveHost])
            .WHEN(.userTapsChangeEmailButton)
            .THEN(saveHost, isAsked: .save(email: "a@b"))
            .advance(by: .seconds(30))
            .THEN(isCancelled: saveHost)
            .THEN(
                .networkFinishesSaving(
                    result: .failure(CodableError(GatewayFailure.timedOut("save", after: .seconds(30)))))
            )
            .THEN(\.failure?.name, is: "timedOut")
            .THEN(inFlight: 1)
            .runTests()
    }
}

extension ProfileState {
    fileprivate static func typed(_ email: String) -> ProfileState { ProfileState().alter(.type(email: email)) }
}
