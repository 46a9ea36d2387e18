import Adit
import AditJSON
import TestSupport
import Testing

/// GIVEN two values of a model WHEN the changes from one to the other are told THEN they lead there, for everybody.
struct RandomChangesTests {
    @Test(arguments: 0..<60)
    func `operations turn the old value into the new one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var old = Shelf.random(using: &random)
        for count in 0..<30 {
            var new = old
            for _ in 0...count % 5 { new.edit(using: &random) }
            let operations = try changes(from: old, to: new)
            let patched = try JSONPatch.apply(operations, to: JSON(old))
            #expect(try patched == JSON(new), "\(operations)")
            old = new
        }
    }

    /// GIVEN an original that was kept, which need not be the whole old value
    @Test(arguments: 0..<40)
    func `changes since an original are told as well, and taken back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 4000 + seed)
        var value = Shelf.random(using: &random)
        var original = Shelf.random(using: &random)
        for count in 0..<20 {
            let old = try JSON(value)
            value.forgetChanges()
            value.saveOriginal(in: &original)
            for _ in 0...count % 5 { value.edit(using: &random) }
            let operations = try changes(from: original, to: value)
            #expect(try JSONPatch.apply(operations, to: old) == JSON(value), "\(operations)")
            guard count % 3 == 0 else { continue }
            value.returnToOriginal(&original)
            #expect(try JSON(value) == old)
        }
    }

    @Test(arguments: 0..<20)
    func `and from any value to any other`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 1000 + seed)
        let (old, new) = (Shelf.random(using: &random), Shelf.random(using: &random))
        #expect(try JSONPatch.apply(changes(from: old, to: new), to: JSON(old)) == JSON(new))
    }

    @Test(arguments: 0..<20)
    func `equal values are no change`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 2000 + seed)
        var value = Shelf.random(using: &random)
        // An optional of an optional is not read as it was written.
        value.nested = nil
        // Equal, and nothing of it in the same memory.
        let other = try withJSON(encoded(value)) { try Shelf(reading: $0) }
        #expect(try changes(from: value, to: other) == [])
        #expect(try changes(from: value, to: value) == [])
    }

    /// Those who follow a part are told operations for it, or that it is to be told as a whole; or nothing, if it is
    /// the same.
    @Test(arguments: 0..<60)
    func `subscribers of any parts are told what becomes of them`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 3000 + seed)
        var old = Shelf.random(using: &random)
        for count in 0..<20 {
            var new = old
            for _ in 0...count % 4 { new.edit(using: &random) }
            let (oldJSON, newJSON) = (try JSON(old), try JSON(new))
            let pointers = (oldJSON.pointers + newJSON.pointers + ["/nothing", "/boxes/99/label", "/text/a"])
                .shuffled(using: &random).prefix(12)
            let subscribers = try Followers(pointers)
            try subscribers.tell(from: old, to: new)
            for (pointer, news) in subscribers.news {
                let (was, isNow) = (
                    JSONPatch.value(at: pointer, in: oldJSON), JSONPatch.value(at: pointer, in: newJSON)
                )
                switch news {
                case .nothing: #expect(was == isNow, "\(pointer)")
                case .value: #expect(pointer != "", "operations can tell all of the whole")
                case .operations(let operations):
                    #expect(try JSONPatch.apply(operations, to: was) == isNow, "\(pointer): \(operations)")
                }
            }
            old = new
        }
    }
}
