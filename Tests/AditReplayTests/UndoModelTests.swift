import AditReplay
import TestSupport
import Testing

@testable import Adit

/// GIVEN a core with an undo history WHEN messages and groups of messages are sent, undone and redone at random.
@Suite struct UndoModelTests {
    /// The states that can be undone and redone, each as JSON.
    private struct Model {
        var present: String
        var done: [String] = []
        var undone: [String] = []
        /// The group of the last message that is a step, and whether it has changed the state.
        var group: (name: String, hasStep: Bool)?

        mutating func handle(group name: String?, isStep: Bool, to state: String) {
            var hasStep = false
            if let name, let group, group.name == name { hasStep = group.hasStep }
            if isStep { group = name.map { ($0, hasStep) } }
            guard state != present else { return }
            if isStep, !hasStep {
                done.append(present)
                group = name.map { ($0, true) }
            }
            undone = []
            present = state
        }

        mutating func undo() -> Bool {
            guard let last = done.popLast() else { return false }
            undone.append(present)
            (present, group) = (last, nil)
            return true
        }

        mutating func redo() -> Bool {
            guard let last = undone.popLast() else { return false }
            done.append(present)
            (present, group) = (last, nil)
            return true
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `THEN the state is that of the model, and a replay is equal`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let core = try RecordedCore(of: undoApp(), #","undo":true"#)
        // A core that gets one message after the other knows the states between them.
        let single = try RecordedCore(of: undoApp())
        var model = Model(present: try core.exported)
        for number in 0..<80 {
            let (revision, count) = (core.revision, core.heard.count)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...1:
                try core.send(#"{"@undo":{}}"#)
                let isDone = model.undo()
                #expect(core.revision == revision + (isDone ? 1 : 0))
                #expect(core.heard[count].contains(isDone ? #"{"@undone":"# : "found nothing to undo"))
            case 2...3:
                try core.send(#"{"@redo":{}}"#)
                let isDone = model.redo()
                #expect(core.revision == revision + (isDone ? 1 : 0))
                #expect(core.heard[count].contains(isDone ? #"{"@redone":"# : "found nothing to redo"))
            default:
                // Several at once, so that a batch could have all of them.
                var (texts, runs) = ([String](), [(group: String?, isStep: Bool, messages: [String])]())
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let (message, isStep) = randomMessage(&generator)
                    let group =
                        Int.random(in: 0..<2, using: &generator) == 0
                        ? nil : ["a", "b"].randomElement(using: &generator)
                    texts.append(group.map { message.dropLast() + #","@group":"\#($0)"}"# } ?? message)
                    if isStep, let group, let last = runs.last, last.isStep, last.group == group {
                        runs[runs.count - 1].messages.append(message)
                    } else {
                        runs.append((group, isStep, [message]))
                    }
                }
                for run in runs {
                    try single.put(model.present)
                    for message in run.messages { try single.send(message) }
                    model.handle(group: run.group, isStep: run.isStep, to: try single.exported)
                }
                try core.send(all: texts)
            }
            try #require(core.exported == model.present, "step \(number)")
        }
        core.close()
        let report = try replay(undoApp(), of: core.path)
        #expect(report.difference == nil, "\(report)")
        #expect(report.isComplete)
    }

    private func randomMessage(_ generator: inout SeededGenerator) -> (text: String, isStep: Bool) {
        let (one, other) = (Int.random(in: 0..<6, using: &generator), Int.random(in: 0..<6, using: &generator))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3: return (#"{"add":"note \#(one)"}"#, true)
        case 4: return (#"{"remove":\#(one)}"#, true)
        case 5...6: return (#"{"move":{"_0":\#(one),"to":\#(other)}}"#, true)
        case 7: return (#"{"rename":{"_0":\#(one),"_1":"name \#(other)"}}"#, true)
        case 8: return (#"{"set":\#(one)}"#, true)
        case 9: return (#"{"look":{}}"#, true)
        case 10: return (#"{"fail":{}}"#, true)
        default: return (#"{"scroll":\#(one)}"#, false)
        }
    }
}
