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

    /// A gateway as an app declares it: `Sendable`, so that child tasks may call it.
    private protocol Asking: Sendable { func ask(_ text: String) async throws -> String }

    private struct HostAsking: Asking {
        let host: HostConnection<String, String>
        func ask(_ text: String) async throws -> String { try await host(text) }
    }

    @Test func severalCallsAreInFlightAtOnceInOneEffect() {
        // GIVEN an effect that asks in child tasks, by the connection and by a gateway of the app's
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return }
                let host = bench.host
                let gateway: any Asking = HostAsking(host: host)
                bench.effects.run {
                    async let first = host("a")
                    async let second = gateway.ask("b")
                    let third = try await withThrowingTaskGroup(of: String.self) { group in
                        for text in ["c", "d"] { group.addTask { try await host(text) } }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    bench.say("got \(try await first), \(try await second), \(third.sorted())")
                }
            }
        }
        // WHEN
        lab.send("go")
        // THEN all are asked, before any is answered
        #expect(Set(lab.heard()) == ["? e1-1 \"a\"", "? e1-2 \"b\"", "? e1-3 \"c\"", "? e1-4 \"d\""])
        // WHEN they are answered in another order
        for number in [4, 2, 1, 3] { lab.reply("e1-\(number)", #"{"result":"\#(number)"}"#) }
        // THEN
        #expect(lab.heard() == [#"> got 1, 2, ["3", "4"]"#])
        #expect(lab.core.loop.effects.openRequests == 0)
    }

    @Test func aCallThatFailsCancelsTheOthersOfItsEffect() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return }
                let host = bench.host
                bench.effects.run {
                    do {
                        async let first = host("a")
                        async let second = host("b")
                        bench.say("got \(try await first), \(try await second)")
                    } catch { bench.say("failed: \(error)") }
                }
            }
        }
        lab.send("go")
        _ = lab.heard()
        // WHEN
        lab.reply("e1-1", #"{"error":"down"}"#)
        // THEN
        #expect(lab.heard() == ["x e1-2", #"> failed: the gateway "host" answered with the error "down""#])
    }

    @Test func aCallFromATaskOutsideOfTheCoreEndsTheProcess() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lab = Lab { bench in
                { _ in
                    let host = bench.host
                    bench.effects.run { await Task.detached { _ = try? await host("a") }.value }
                }
            }
            let (woken, wake) = AsyncStream.makeStream(of: Void.self)
            lab.core.loop.effects.ready.wake = { wake.yield() }
            lab.send("go")
            for await _ in woken { break }
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(
            text?.contains(
                """
                the gateway "host" was called outside of its core, by a Task { } or another thread; call it in an effect, \
                effects.run { … }, or in an async let or a task group of one
                """) == true)
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
        #expect(lab.core.loop.effects.ignoredReplies == 3)
        #expect(lab.core.loop.effects.openRequests == 0)
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
        #expect(lab.core.loop.effects.ignoredReplies == 1)
    }

    @Test func aTimeOutThatIsNotNeededIsTakenAway() {
        // GIVEN
        let lab = lab(timeout: .seconds(5))
        lab.send("ask")
        #expect(lab.core.loop.effects.timers.count == 1)
        // WHEN
        lab.reply("e1-1", #"{"result":"A"}"#)
        // THEN
        #expect(lab.core.loop.effects.timers.count == 0)
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
        var values = lab.core.loop.effects.environment.values
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
        var values = lab.core.loop.effects.environment.values
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
