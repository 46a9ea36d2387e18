import Adit
import Testing

@Suite struct HostConnectionTests {
    /// A core that asks its host for what each message says, and says the answer.
    private func lab(
        serving gateways: Set<String> = ["host"], timeout: Duration? = nil,
        bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) -> Lab {
        Lab(serving: gateways, bringing: bring) { bench in
            { text in
                guard text.hasPrefix("ask") else { return }
                bench.effects.run {
                    do {
                        bench.say("got \(try await bench.host(text, timeout: timeout))")
                    } catch let failure as GatewayFailure {
                        bench.say("failed: \(failure)")
                    }
                }
            }
        }
    }

    @Test func aReplyIsTheResultOfTheCall() {
        // GIVEN
        let lab = lab()
        lab.send("ask a", "ask b")
        #expect(lab.heard() == ["? e1-1 \"ask a\"", "? e1-2 \"ask b\""])
        // WHEN they are answered in another order
        lab.reply("e1-2", #"{"result":"B"}"#)
        lab.reply("e1-1", #"{"result":"A"}"#)
        // THEN
        #expect(lab.heard() == ["> got B", "> got A"])
    }

    @Test func anErrorIsThrown() {
        // GIVEN
        let lab = lab()
        lab.send("ask", "ask")
        _ = lab.heard()
        // WHEN
        lab.reply("e1-1", #"{"error":"no route"}"#)
        lab.reply("e1-2", #"{"error":{"code":404}}"#)
        // THEN
        #expect(
            lab.heard() == [
                #"> failed: the gateway "host" answered with the error "no route""#,
                #"> failed: the gateway "host" answered with the error {"code":404}"#,
            ])
    }

    @Test(arguments: [
        (#"{"result":7}"#, "result: found the number 7; a string is expected"),
        (#"{"result":null}"#, "result: found null; a string is expected"),
        ("{}", "result: found null; a string is expected"),
    ])
    func anAnswerOfTheWrongShapeFailsThatCall(reply: String, reason: String) {
        // GIVEN
        let lab = lab()
        lab.send("ask")
        _ = lab.heard()
        // WHEN
        lab.reply("e1-1", reply)
        // THEN
        #expect(lab.heard() == [#"> failed: the reply of the gateway "host" is not one: "# + reason])
    }

    @Test func answersThatComeLateTwiceOrForNothingAreIgnoredAndCounted() {
        // GIVEN
        let lab = lab()
        lab.send("ask")
        lab.reply("e1-1", #"{"result":"A"}"#)
        _ = lab.heard()
        // WHEN
        lab.reply("e1-1", #"{"result":"again"}"#)
        lab.reply("e1-7", #"{"result":"unknown"}"#)
        lab.reply("", #"{"result":"nonsense"}"#)
        // THEN
        #expect(lab.heard() == [])
        #expect(lab.core.effects.ignoredReplies == 3)
        #expect(lab.core.effects.openRequests == 0)
    }

    @Test func anAnswerThatDoesNotComeInTimeIsGivenUp() {
        // GIVEN
        let lab = lab(timeout: .milliseconds(1_500))
        lab.send("ask", id: 2)
        _ = lab.heard()
        // WHEN
        lab.advance(1_499)
        #expect(lab.heard() == [])
        lab.advance(1)
        // THEN the host is told
        #expect(
            lab.heard() == [
                "x e1-1 #2", #"> failed: the gateway "host" did not answer within 1.5 seconds #2"#,
            ])
        lab.reply("e1-1", #"{"result":"late"}"#)
        #expect(lab.heard() == [])
        #expect(lab.core.effects.ignoredReplies == 1)
    }

    @Test func aTimeOutThatIsNotNeededIsTakenAway() {
        // GIVEN
        let lab = lab(timeout: .seconds(5))
        lab.send("ask")
        #expect(lab.core.effects.timers.count == 1)
        // WHEN
        lab.reply("e1-1", #"{"result":"A"}"#)
        // THEN
        #expect(lab.core.effects.timers.count == 0)
    }

    @Test func aGatewayThatTheHostDoesNotServeFailsAtOnce() {
        // GIVEN
        let lab = lab(serving: [])
        // WHEN
        lab.send("ask")
        // THEN
        #expect(
            lab.heard() == [
                #"> failed: the host does not serve the gateway "host"; it would have to list it in the config's "gateways""#
            ])
    }

    @Test func aFixtureStandsForTheHost() {
        // GIVEN a core that has one, and the host does not even serve the gateway
        let lab = lab(serving: []) { $0.gatewayFixtures["host"] = .string("fixture") }
        // WHEN
        lab.send("ask")
        // THEN nobody was asked
        #expect(lab.heard() == ["> got fixture"])
        // WHEN a message brings another one, an error, or one of the wrong shape
        var values = lab.core.effects.environment.values
        values.gatewayFixtures["host"] = .object(["error": .string("down")])
        lab.send("ask", with: values)
        values.gatewayFixtures["host"] = .integer(7)
        lab.send("ask", with: values)
        lab.send("ask")
        // THEN it holds for that message alone
        #expect(
            lab.heard() == [
                #"> failed: the gateway "host" answered with the error "down""#,
                #"> failed: the reply of the gateway "host" is not one: result: found the number 7; a string is expected"#,
                "> got fixture",
            ])
    }

    @Test func aMessagesDependenciesReachAllThatItCausesAndNothingElse() {
        // GIVEN a core whose effects begin others by messages
        let lab = Lab { bench in
            @Dependency(\.date) var date
            return { text in
                if text == "go" { bench.effects.after(.seconds(1)) { bench.say("effect \(date())") } }
                if text.hasPrefix("effect") { bench.say("caused \(date())") }
            }
        }
        var values = lab.core.effects.environment.values
        values.date = .constant(.epoch)
        // WHEN
        lab.send("go", with: values)
        lab.send("go")
        lab.advance(1_000)
        // THEN
        #expect(
            lab.heard() == [
                "> effect 1970-01-01T00:00:00Z", "> caused 1970-01-01T00:00:00Z", "> effect 2000-01-01T00:00:01Z",
                "> caused 2000-01-01T00:00:01Z",
            ])
    }

    @Test func anEffectKeepsTheValuesWithWhichItWasStarted() {
        // GIVEN a feature that overrides a dependency for a part of its work
        let lab = Lab { bench in
            @Dependency(\.date) var date
            return { text in
                guard text == "go" else { return }
                withDependencies {
                    $0.date = .constant(.epoch)
                } operation: {
                    bench.effects.after(.seconds(1)) { bench.say("inside \(date())") }
                }
                bench.effects.after(.seconds(1)) { bench.say("outside \(date())") }
            }
        }
        // WHEN
        lab.send("go")
        lab.advance(1_000)
        // THEN
        #expect(lab.heard() == ["> inside 1970-01-01T00:00:00Z", "> outside 2000-01-01T00:00:01Z"])
    }
}
