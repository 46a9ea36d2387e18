import AditJSON
import Glibc
import TestSupport
import Testing

@testable import Adit

/// GIVEN a store whose journal keeps the last few changes WHEN it is opened again and again THEN each undo and redo leads
/// to the state of the revision that it names, or is refused.
@Suite struct UndoTrimmedTests {
    @Test(arguments: 1...12)
    func `an undo or redo restores the state of a revision`(_ seed: UInt64) throws {
        let path = temporaryPath()
        defer { unlink(path) }
        var random = SeededGenerator(seed: seed)
        var states: [Int: String] = [:]
        var (undone, redone, refused) = (0, 0, 0)
        for _ in 0..<14 {
            let core = try RecordedCore(
                of: undoApp(),
                #","undo":true,"store":{"path":"\#(path)","durability":"normal","retention":{"bytes":2500}}"#)
            states[core.revision] = try core.exported
            let direction = Int.random(in: 0..<3, using: &random)
            for number in 0..<Int.random(in: 1..<12, using: &random) {
                let count = core.heard.count
                switch Int.random(in: 0..<8, using: &random) {
                case 0: try core.send(#"{"set":\#(number + Int(seed) * 100 + states.count)}"#)
                case 1: try core.send(#"{"add":"note \#(number)"}"#)
                case 2: try core.send(#"{"scroll":\#(states.count)}"#)
                case 3: try core.send(#"{"set":\#(number)}"#, #"{"scroll":\#(states.count)}"#)
                case _ where direction == 0: try core.send(#"{"add":"more \#(number)"}"#)
                case _ where direction == 1: try core.send(#"{"@undo":{}}"#)
                default: try core.send(#"{"@redo":{}}"#)
                }
                for text in core.heard[count...] {
                    if text.contains(#"{"@error":"#) { refused += 1 }
                    guard text.contains(#"{"@undone":"#) || text.contains(#"{"@redone":"#) else { continue }
                    let isUndo = text.contains(#"{"@undone":"#)
                    let range = try range(of: text, isUndo ? "@undone" : "@redone", isUndo ? "undid" : "redid")
                    // THEN
                    let expected = try #require(states[isUndo ? range.from : range.revision], "\(text)")
                    #expect(try core.exported == expected, "seed \(seed): \(text)")
                    if isUndo { undone += 1 } else { redone += 1 }
                }
                states[core.revision] = try core.exported
            }
            core.close()
        }
        #expect(undone > 0 && redone + refused > 0)
    }

    private func range(of text: String, _ kind: String, _ name: String) throws -> (from: Int, revision: Int) {
        try withJSON(text) { root in
            let range = try #require(root[kind]?[name])
            return (Int(try #require(range["from"]?.integer)), Int(try #require(range["revision"]?.integer)))
        }
    }
}
