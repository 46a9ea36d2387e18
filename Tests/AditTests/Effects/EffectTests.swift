import Adit
import Testing

@Suite struct EffectTests {
    @Test func anEffectEndsInMessages() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return bench.store.change(.add(text)) }
                bench.effects.run {
                    bench.say("first")
                    await Task.yield()
                    bench.say("second")
                }
                bench.say("now")
            }
        }
        // WHEN
        lab.send("go")
        // THEN what the message put out comes first, then what the effect did, and all of it was handled
        #expect(lab.heard() == ["> now", "> first", "> second"])
        #expect(lab.words == ["now", "first", "second"])
        #expect(lab.inFlight == 0)
    }

    @Test func itBeginsOnceItsMessageHasSucceeded() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                if text == "go" { bench.effects.run { bench.say("ran") } }
                if text == "fail" {
                    bench.effects.run { bench.say("never") }
                    throw ScriptError(description: "no")
                }
            }
        }
        // WHEN THEN nothing begins of a message that fails
        lab.send("fail")
        #expect(lab.heard() == ["! no"])
        #expect(lab.inFlight == 0)
        lab.send("go")
        #expect(lab.heard() == ["> ran"])
    }

    @Test func cancellationsOfAMessageThatFailsAreDropped() {
        // GIVEN an effect that waits
        let lab = Lab { bench in
            { text in
                if text == "go" { bench.effects.after(.seconds(1), id: 1) { bench.say("done") } }
                if text == "fail" {
                    bench.effects.cancel(id: 1)
                    throw ScriptError(description: "no")
                }
            }
        }
        lab.send("go", "fail")
        // WHEN
        lab.advance(1_000)
        // THEN
        #expect(lab.heard() == ["! no", "> done"])
    }

    @Test func allThatItCausesCarriesTheID() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                if text == "go" {
                    bench.effects.after(.seconds(1)) {
                        bench.say("a")
                        bench.say("b \(try await bench.host("ask"))")
                        throw ScriptError(description: "oh")
                    }
                }
                if text == "a" { bench.effects.after(.seconds(5)) { bench.say("later") } }
            }
        }
        // WHEN another message has come meanwhile
        lab.send("go", id: 7)
        lab.send("other", id: 8)
        lab.advance(1_000)
        lab.send("another")
        lab.reply("e1-1", #"{"result":"answer"}"#)
        lab.advance(5_000)
        // THEN
        #expect(lab.heard() == ["? e1-1 \"ask\" #7", "> a #7", "> b answer #7", "! oh #7", "> later #7"])
    }

    @Test func whatItThrowsIsHeardAndItsMessagesStay() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return bench.store.change(.add(text)) }
                bench.effects.run {
                    bench.say("one")
                    throw ScriptError(description: "broken")
                }
            }
        }
        // WHEN
        lab.send("go")
        // THEN
        #expect(lab.heard() == ["> one", "! broken"])
        #expect(lab.words == ["one"])
    }

    @Test func eachOfItsMessagesBeginsACascade() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                if text == "go" {
                    bench.effects.run {
                        bench.say("a")
                        bench.say("b")
                    }
                }
                if text == "a" { bench.say("caused by a") }
            }
        }
        // WHEN
        lab.send("go")
        // THEN what the first one caused comes before the second
        #expect(lab.heard() == ["> a", "> caused by a", "> b"])
    }

    @Test func whatComesOfAMessageDoesNotDependOnWhatWaits() {
        // GIVEN
        func lab() -> Lab {
            Lab { bench in
                { text in
                    if text.hasPrefix("go") { bench.effects.run { bench.say("effect of \(text)") } }
                }
            }
        }
        let (together, apart) = (lab(), lab())
        // WHEN
        together.send("go 1", "go 2")
        apart.send("go 1")
        apart.endBatch()
        apart.send("go 2")
        // THEN
        #expect(together.heard() == ["> effect of go 1", "> effect of go 2"])
        #expect(apart.heard() == ["> effect of go 1", "> effect of go 2"])
    }

    @Test func anEffectStartsOthers() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return }
                bench.effects.run {
                    bench.effects.run { bench.say("inner") }
                    bench.say("outer")
                }
            }
        }
        // WHEN
        lab.send("go", id: 3)
        // THEN
        #expect(lab.heard() == ["> outer #3", "> inner #3"])
    }

    @Test func childTasksAndGroupsRunOnTheLoopToo() {
        // GIVEN
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return }
                bench.effects.run {
                    let sum = await withTaskGroup(of: Int.self) { group in
                        for number in 1...10 {
                            group.addTask {
                                await Task.yield()
                                return number
                            }
                        }
                        return await group.reduce(0, +)
                    }
                    bench.say("\(sum)")
                }
            }
        }
        // WHEN
        lab.send("go")
        // THEN
        #expect(lab.heard() == ["> 55"])
    }

    @Test func actorsAndStreamsWorkOnTheLoopToo() {
        // GIVEN an actor that an effect and its child share, and a stream between the two
        actor Sum {
            var value = 0
            func add(_ number: Int) { value += number }
        }
        let lab = Lab { bench in
            { text in
                guard text == "go" else { return }
                bench.effects.run {
                    let sum = Sum()
                    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
                    async let feeding: Void = {
                        for number in 1...100 {
                            await Task.yield()
                            continuation.yield(number)
                        }
                        continuation.finish()
                    }()
                    for await number in numbers { await sum.add(number) }
                    await feeding
                    bench.say("\(await sum.value)")
                }
            }
        }
        // WHEN
        lab.send("go")
        // THEN
        #expect(lab.heard() == ["> 5050"])
        #expect(lab.inFlight == 0)
    }

    @Test func moreThanMayBeInFlightMakeTheMessageFail() {
        // GIVEN
        let lab = Lab(limit: 2) { bench in
            { text in
                bench.store.change(.add(text))
                bench.effects.after(.seconds(1)) { bench.say("done") }
                if text == "two" { bench.effects.after(.seconds(1)) { bench.say("done") } }
            }
        }
        // WHEN
        lab.send("one", "two", "three")
        // THEN the message left no trace
        #expect(lab.heard() == ["! 2 effects are in flight; limits.effects allows no more"])
        #expect(lab.words == ["one", "three"])
        #expect(lab.inFlight == 2)
    }
}
