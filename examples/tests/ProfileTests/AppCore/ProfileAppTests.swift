@testable import Adit
import Testing

@testable import ProfileCore

/// The whole core, as a host in C sees it.
@Suite struct ProfileAppTests {
    let host = ProfileHost()

    @Test func W3_everyEventIsToldToAnalytics() throws {
        // WHEN
        host.send(.userTypesNewEmail(userEmail: "a@b"))
        host.send(.userTapsChangeEmailButton, id: 7)
        try host.reply("e1-3", #"{"result":{"email":"a@b"}}"#)
        // THEN
        #expect(
            host.heard() == [
                #"analytics {"event":{"name":"userTypesNewEmail","parameters":{"userEmail":"a@b"}}}"#,
                #"analytics {"event":{"name":"userTapsChangeEmailButton","parameters":{}}}"#,
                #"e1-3 save {"save":{"email":"a@b"}} #7"#,
                #"{"networkFinishesSaving":{"result":{"success":"a@b"}}} #7"#,
                #"analytics {"event":{"name":"networkFinishesSaving","parameters":{"result":{"success":"a@b"}}}}"#,
            ])
        #expect(host.state.savedEmail == "a@b")
    }

    @Test func W3_whatAnEventThrowsIsReportedAndUndone() {
        // GIVEN a failure that is shown
        let error = CodableError(name: "refused", message: "no")
        host.send(.userTypesNewEmail(userEmail: "john"))
        host.send(.networkFinishesSaving(result: .failure(error)))
        let state = host.state
        host.forget()
        // WHEN
        host.send(.userTapsChangeEmailButton, id: 8)
        // THEN the host is told, and both platforms are, although nothing else is left of the event
        let text = #"\"john\" is no email address; a name, an @ and a host are expected"#
        #expect(
            host.heard() == [
                #"failed: "john" is no email address; a name, an @ and a host are expected #8"#,
                #"analytics {"event":{"name":"userTapsChangeEmailButton","parameters":{}}}"#,
                #"crashReporting {"report":{"name":"notAnAddress","message":"\#(text)"}}"#,
            ])
        #expect(host.state == state)
    }

    @Test func W9_middlewareTransformsWhatTheAppSees() {
        // WHEN
        host.send(.userTypesNewEmail(userEmail: "  a@b "))
        // THEN
        #expect(host.state.email == "a@b")
        #expect(host.heard() == [#"analytics {"event":{"name":"userTypesNewEmail","parameters":{"userEmail":"a@b"}}}"#])
    }

    @Test func aHostNeedsNoPlatforms() throws {
        // GIVEN
        let host = ProfileHost(gateways: ["save"])
        host.send(.userTypesNewEmail(userEmail: "a"))
        // WHEN
        host.send(.userTapsChangeEmailButton)
        host.send(.userTypesNewEmail(userEmail: "a@b"))
        host.send(.userTapsChangeEmailButton)
        // THEN
        #expect(
            host.heard() == [
                #"failed: "a" is no email address; a name, an @ and a host are expected"#,
                #"e1-1 save {"save":{"email":"a@b"}}"#,
            ])
    }

    @Test func aNetworkIsNotWaitedForForEver() {
        // GIVEN
        host.send(.userTypesNewEmail(userEmail: "a@b"))
        host.send(.userTapsChangeEmailButton)
        host.forget()
        // WHEN
        host.advance(by: .seconds(30))
        // THEN
        #expect(host.heard().first == "e1-3 is cancelled")
        #expect(host.state.failure?.name == "timedOut")
    }

    @Test func closingCancelsASaveAndLeavesNothing() {
        // GIVEN
        host.send(.userTypesNewEmail(userEmail: "a@b"))
        host.send(.userTapsChangeEmailButton)
        host.forget()
        weak let core: RunningApp? = host.core
        weak let effects: EffectRunner? = host.core.loop.effects
        // WHEN
        let haveEnded = host.close()
        host.release()
        // THEN
        #expect(haveEnded)
        #expect(host.heard() == ["e1-3 is cancelled"])
        #expect(core == nil)
        #expect(effects == nil)
    }
}
