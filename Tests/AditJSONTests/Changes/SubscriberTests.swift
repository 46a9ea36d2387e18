import Adit
import AditJSON
import AditState
import Testing

@Model private struct Room: Equatable {
    var name = "hall"
    var note: String?
    var boxes: [Crate] = []
    var byName: [String: Crate] = [:]
}

/// GIVEN subscribers of parts WHEN the parts change THEN each is told of its own part, in pointers of its own.
struct FollowerTests {
    private let box = Crate(id: 1, label: "a")

    private func told(_ pointers: [String], from old: Room, to new: Room) throws -> [String] {
        let subscribers = try Followers(pointers)
        try subscribers.tell(from: old, to: new)
        return subscribers.newsTexts
    }

    @Test func `operations are relative to the part`() throws {
        let (old, new) = (Room(boxes: [box]), Room(boxes: [Crate(id: 1, label: "b")]))
        #expect(
            try told(["", "/boxes", "/boxes/0", "/boxes/0/label", "/name", "/boxes/0/id"], from: old, to: new) == [
                #": [{"op":"replace","path":"/boxes/0/label","value":"b"}]"#,
                #"/boxes: [{"op":"replace","path":"/0/label","value":"b"}]"#,
                #"/boxes/0: [{"op":"replace","path":"/label","value":"b"}]"#,
                #"/boxes/0/label: [{"op":"replace","path":"","value":"b"}]"#,
            ])
    }

    @Test func `a part that comes or goes is told as a value to who follows it, or a part of it`() throws {
        let (empty, full) = (Room(), Room(note: "n", byName: ["x/y": box]))
        let pointers = ["/note", "/byName/x~1y", "/byName/x~1y/label", "/byName"]
        #expect(
            try told(pointers, from: empty, to: full) == [
                "/note: value", "/byName/x~1y: value", "/byName/x~1y/label: value",
                #"/byName: [{"op":"add","path":"/x~1y","value":{"id":1,"label":"a","pages":[]}}]"#,
            ])
        #expect(
            try told(pointers, from: full, to: empty) == [
                "/note: value", "/byName/x~1y: value", "/byName/x~1y/label: value",
                #"/byName: [{"op":"remove","path":"/x~1y"}]"#,
            ])
    }

    @Test func `of a list that has other positions, who follows one is told the value`() throws {
        let other = Crate(id: 2, label: "b")
        let pointers = ["/boxes/0", "/boxes/1/label", "/boxes/5/label", "/boxes"]
        let news = [("/boxes/0: value", "/boxes/1/label: value")]
        for (positions, label) in news {
            #expect(
                try told(pointers, from: Room(boxes: [box]), to: Room(boxes: [other, box])) == [
                    positions, label,
                    #"/boxes: [{"op":"add","path":"/0","value":{"id":2,"label":"b","pages":[]}}]"#,
                ])
            #expect(
                try told(pointers, from: Room(boxes: [other, box]), to: Room(boxes: [box])) == [
                    positions, label, #"/boxes: [{"op":"remove","path":"/0"}]"#,
                ])
            #expect(
                try told(pointers, from: Room(boxes: [other, box]), to: Room(boxes: [box, other])) == [
                    positions, label, #"/boxes: [{"op":"move","from":"/0","path":"/1"}]"#,
                ])
        }
    }

    @Test func `a part in another one's place is told as a value to who follows a part of it`() throws {
        let (old, new) = (Holder(content: .object(["a": .null])), Holder(content: .array([])))
        let subscribers = try Followers(["/content", "/content/a"])
        try subscribers.tell(from: old, to: new)
        #expect(subscribers.newsTexts == [#"/content: [{"op":"replace","path":"","value":[]}]"#, "/content/a: value"])
    }

    @Model fileprivate struct Holder { var content: JSON }

    @Test func `those below are told in the order of their keys`() throws {
        let names = ["b", "e", "a", "d", "c", "f"]
        let subscribers = try Followers(names.map { "/byName/\($0)/label" })
        let writer = ChangeWriter(subscribers.parts, wantsAll: false)
        try Holder(content: .null).writeChanges(since: Holder(content: .null), to: writer)
        #expect(writer.touched.isEmpty)
        #expect(writer.enter("byName"))
        try writer.replace(with: 1)
        #expect(writer.touched.map(\.pointer.description) == names.sorted().map { "/byName/\($0)/label" })
    }

    @Test func `what has not been told yet is collected`() throws {
        let subscribers = try Followers(["", "/note"])
        try subscribers.tell(from: Room(), to: Room(name: "a"))
        try subscribers.tell(from: Room(name: "a"), to: Room(name: "b", note: "n"))
        try subscribers.tell(from: Room(name: "b", note: "n"), to: Room(name: "b", note: "m"))
        #expect(
            subscribers.newsTexts == [
                #": [{"op":"replace","path":"/name","value":"a"},{"op":"replace","path":"/name","value":"b"},"#
                    + #"{"op":"add","path":"/note","value":"n"},{"op":"replace","path":"/note","value":"m"}]"#,
                "/note: value",
            ])
        #expect(subscribers.newsTexts == [])
    }

    @Test func `of a batch that is undone nothing is told, and what was told before stays`() throws {
        let subscribers = try Followers(["", "/note", "/byName"])
        try subscribers.tell(from: Room(), to: Room(name: "a"))
        let writer = ChangeWriter(subscribers.parts, wantsAll: false)
        try Room(name: "b", note: "n", byName: ["x": box]).writeChanges(since: Room(name: "a"), to: writer)
        #expect(writer.touched.count == 3)
        writer.drop()
        #expect(writer.touched.isEmpty)
        try subscribers.tell(from: Room(name: "a"), to: Room(name: "c"))
        #expect(
            subscribers.newsTexts == [
                #": [{"op":"replace","path":"/name","value":"a"},{"op":"replace","path":"/name","value":"c"}]"#
            ])
    }

    @Test func `what is taken while a batch is under way is that of the batches before`() throws {
        let subscribers = try Followers(["/name"])
        try subscribers.tell(from: Room(), to: Room(name: "a"))
        let writer = ChangeWriter(subscribers.parts, wantsAll: false)
        try Room(name: "b").writeChanges(since: Room(name: "a"), to: writer)
        #expect(subscribers.newsTexts == [#"/name: [{"op":"replace","path":"","value":"a"}]"#])
        for subscriber in writer.touched { subscriber.collect() }
        #expect(subscribers.newsTexts == [#"/name: [{"op":"replace","path":"","value":"b"}]"#])
    }

    @Test func `keys are escaped in each pointer, and what follows them is not cut`() throws {
        let keys = ["a/b", "m~n", "~1", "/", "plain"]
        let (old, new) = (
            Room(byName: .init(uniqueKeysWithValues: keys.map { ($0, box) })),
            Room(byName: .init(uniqueKeysWithValues: keys.map { ($0, Crate(id: 1, label: "b", owner: "o")) }))
        )
        let pointers = ["/byName/a~1b", "/byName/m~0n", "/byName/~01", "/byName/~1", "/byName/plain/label"]
        let both = #"[{"op":"replace","path":"/label","value":"b"},{"op":"add","path":"/owner","value":"o"}]"#
        #expect(
            try told(pointers, from: old, to: new)
                == pointers.dropLast().map { "\($0): \(both)" } + [
                    #"/byName/plain/label: [{"op":"replace","path":"","value":"b"}]"#
                ])
        #expect(
            try told(["/byName"], from: Room(byName: ["a/~": box]), to: Room()) == [
                #"/byName: [{"op":"remove","path":"/a~1~0"}]"#
            ])
    }

    @Test func `optionals are compared by what they hold`() throws {
        // GIVEN models whose equality ignores a member, and texts that are equal in different bytes
        let (old, new) = (
            Folder(top: Sheet(number: 1, title: "a"), text: "caf\u{e9}", day: CalendarDay("2026-11-24")),
            Folder(top: Sheet(number: 1, title: "b"), text: "cafe\u{301}", day: CalendarDay("2026-11-25"))
        )
        let subscribers = try Followers(["", "/top/title", "/day"])
        try subscribers.tell(from: old, to: new)
        #expect(
            subscribers.newsTexts == [
                ": [{\"op\":\"replace\",\"path\":\"/top/title\",\"value\":\"b\"},"
                    + "{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"cafe\u{301}\"},"
                    + "{\"op\":\"replace\",\"path\":\"/day\",\"value\":\"2026-11-25\"}]",
                #"/top/title: [{"op":"replace","path":"","value":"b"}]"#,
                #"/day: [{"op":"replace","path":"","value":"2026-11-25"}]"#,
            ])
        // WHEN they come and go THEN that is told
        try subscribers.tell(from: new, to: Folder())
        #expect(
            subscribers.newsTexts == [
                #": [{"op":"remove","path":"/top"},{"op":"remove","path":"/text"},{"op":"remove","path":"/day"}]"#,
                "/top/title: value", "/day: value",
            ])
        try subscribers.tell(from: Folder(), to: Folder())
        #expect(subscribers.newsTexts == [])
    }

    @Model fileprivate struct Folder {
        var top: Sheet?
        var text: String?
        var day: CalendarDay?
    }

    @Model fileprivate struct Sheet: Equatable {
        var number: Int
        var title: String

        static func == (left: Sheet, right: Sheet) -> Bool { left.number == right.number }
    }

    @Test func `where there is too much to tell, it is the value`() throws {
        let subscribers = try Followers(["/name"])
        let long = String(repeating: "x", count: 200_000)
        try subscribers.tell(from: Room(), to: Room(name: long))
        #expect(subscribers.newsTexts == [#"/name: [{"op":"replace","path":"","value":"\#(long)"}]"#])
        try subscribers.tell(from: Room(), to: Room(name: long))
        try subscribers.tell(from: Room(name: long), to: Room(name: long + "y"))
        #expect(subscribers.newsTexts == ["/name: value"])
        try subscribers.tell(from: Room(), to: Room(name: long + long))
        #expect(subscribers.newsTexts == ["/name: value"])
    }

    @Test func `a key is followed by its bytes, and not by others that are the same text`() throws {
        let (old, new) = (Room(byName: ["caf\u{e9}": box]), Room(byName: ["caf\u{e9}": Crate(id: 1, label: "b")]))
        #expect(try told(["/byName/cafe\u{301}"], from: old, to: new) == [])
        #expect(
            try told(["/byName/caf\u{e9}"], from: old, to: new) == [
                "/byName/caf\u{e9}: [{\"op\":\"replace\",\"path\":\"/label\",\"value\":\"b\"}]"
            ])
    }

    @Test func `who has ended following hears nothing, and leaves nothing behind`() throws {
        let subscribers = try Followers(["/boxes/0/label", "/boxes"])
        let (first, second) = (subscribers.all[0], subscribers.all[1])
        let third = try subscribers.add("/boxes/0")
        subscribers.remove(first)
        try subscribers.tell(from: Room(boxes: [box]), to: Room(boxes: [Crate(id: 1, label: "b")]))
        #expect(subscribers.newsTexts.count == 2)
        guard case .none = first.update else { return #expect(Bool(false), "it was told") }
        subscribers.remove(second)
        subscribers.remove(third)
        #expect(subscribers.parts.isEmpty)
        #expect(!subscribers.parts.isFollowed("boxes"))
    }

    @Test func `nothing is written that nobody follows`() throws {
        // GIVEN a change that cannot be written WHEN somebody follows another part THEN nobody tries
        let (old, new) = (Level(number: 1, text: "a"), Level(number: .nan, text: "b"))
        let subscribers = try Followers(["/text"])
        try subscribers.tell(from: old, to: new)
        #expect(subscribers.newsTexts.count == 1)
        #expect(throws: CodingFailure.self) { try Followers(["/number"]).tell(from: old, to: new) }
    }

    @Model fileprivate struct Level { var number: Double, text: String }
}
