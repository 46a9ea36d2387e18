import Adit
import TestSupport
import Testing

extension Script {
    /// A message that does a little of everything, and causes up to three more.
    static func random(using random: inout SeededGenerator, depth: Int = 3) -> Script {
        let name = "m\(Int.random(in: 0..<1000, using: &random))"
        let steps: [Step] = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: .add("\(name)\(Int.random(in: 0..<10, using: &random))")
            case 4..<7 where depth > 0: .output(.random(using: &random, depth: depth - 1))
            case 7: .tell(name)
            case 8: .fail("no \(name)")
            case 9: .reset
            default: .add("x")
            }
        }
        return Script(name, steps: steps)
    }
}

/// GIVEN the same messages WHEN the host processes after each, after some, or after all of them THEN what comes out is
/// the same.
struct BatchIndependenceTests {
    @Test(arguments: 0..<50)
    func `outputs, requests, failures and state do not depend on batches`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let scripts = (0..<30).map { _ in Script.random(using: &random) }
        let together = Bench()
        together.send(scripts)
        let apart = Bench()
        for script in scripts { apart.send(script) }
        let mixed = Bench()
        for script in scripts { mixed.send(script, endBatch: Bool.random(using: &random)) }
        mixed.endBatch()

        for bench in [apart, mixed] {
            #expect(bench.told == together.told)
            #expect(bench.words == together.words)
            #expect(bench.core.loop.revision == together.core.loop.revision)
        }
    }

    @Test(arguments: 0..<20)
    func `also with 003's message expander`(seed: UInt64) {
        @Sendable func build(_ core: Bench.Builder) -> [Feature<Script>] {
            let output = core.output
            core.receivers = [
                { message in
                    if message.name.hasSuffix("1") || message.name.hasSuffix("2") {
                        output(Script("review", .add(message.name)))
                    }
                }
            ]
            return [Feature(performer(core))]
        }
        var random = SeededGenerator(seed: 100 + seed)
        let scripts = (0..<30).map { _ in Script.random(using: &random) }
        let together = Bench(build: build)
        together.send(scripts)
        let apart = Bench(build: build)
        for script in scripts { apart.send(script) }
        #expect(apart.told == together.told)
        #expect(apart.words == together.words)
    }

    /// A naive core: handles one message after the other on copies of the state.
    @Test(arguments: 0..<20)
    func `what comes out is what the rules say`(seed: UInt64) {
        var random = SeededGenerator(seed: 200 + seed)
        let scripts = (0..<30).map { _ in Script.random(using: &random) }
        var (words, told): ([String], [String]) = ([], [])
        for script in scripts {
            var queue = [(script, false)]
            while !queue.isEmpty {
                let (message, isOutput) = queue.removeFirst()
                if isOutput { told.append("> \(message.name)") }
                var (after, outputs, requests, failure): ([String], [Script], [String], String?) = (words, [], [], nil)
                perform: for step in message.steps {
                    switch step {
                    case .add(let word): after.append(word)
                    case .reset: after = []
                    case .output(let next): outputs.append(next)
                    case .tell(let text): requests.append("? host \"\(text)\"")
                    case .fail(let text):
                        failure = text
                        break perform
                    }
                }
                if let failure {
                    told.append("! \(message.name): \(failure)")
                } else {
                    words = after
                    told += requests
                    queue += outputs.map { ($0, true) }
                }
            }
        }
        let bench = Bench()
        bench.send(scripts)
        #expect(bench.told == told)
        #expect(bench.words == words)
    }
}
