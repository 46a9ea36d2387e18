import Adit
import Testing

/// GIVEN a state that is followed WHEN batches change it THEN its subscribers are told what has become of their parts,
/// and nobody is told of anything else.
struct FollowingTests {
    private let follow = Follow(.with(3))

    @Test func `a member of an element is told alone`() {
        follow.subscribe("")
        follow.batch { $0.books.update(2) { $0.title = "x" } }
        #expect(follow.news() == [#" [{"op":"replace","path":"/books/entities/2/title","value":"x"}]"#])
    }

    @Test func `an element that comes is told with its place, one that goes with the place it had`() {
        follow.subscribe("/books")
        follow.batch { $0.books.insert(Book(id: 9, title: "n"), at: 1) }
        #expect(
            follow.news() == [
                #"/books [{"op":"add","path":"/entities/9","value":{"id":9,"title":"n","pages":[]}},"#
                    + #"{"op":"add","path":"/ids/1","value":"9"}]"#
            ])
        follow.batch { $0.books.remove(1) }
        #expect(follow.news() == [#"/books [{"op":"remove","path":"/entities/1"},{"op":"remove","path":"/ids/0"}]"#])
    }

    @Test func `an element that moves is one move`() {
        follow.subscribe("/books/ids")
        follow.batch { $0.books.move(3, to: 0) }
        #expect(follow.news() == [#"/books/ids [{"op":"move","from":"/2","path":"/0"}]"#])
    }

    @Test func `nobody hears of what is elsewhere`() {
        for path in ["/books/entities/1", "/name", "/place", "/counts/a"] { follow.subscribe(path) }
        follow.batch { $0.books.update(2) { $0.title = "x" } }
        #expect(follow.news() == [])
    }

    @Test func `who ends following leaves the others in their order, and what waits for them`() {
        for number in 0..<10 { follow.subscribe("/name", as: "s\(number)") }
        follow.batch { $0.name = "a" }
        for number in [0, 3, 4, 5, 6, 7, 9] {
            let isEnded = follow.unsubscribe("s\(number)")
            #expect(isEnded)
        }
        #expect(follow.news().map { $0.prefix(2) } == ["s1", "s2", "s8"])
        follow.subscribe("/name", as: "s0")
        follow.batch { $0.name = "b" }
        #expect(follow.news().map { $0.prefix(2) } == ["s0", "s1", "s2", "s8"])
        for name in ["s1", "s2", "s8", "s0"] {
            let isEnded = follow.unsubscribe(name)
            #expect(isEnded)
        }
        follow.batch { $0.name = "c" }
        #expect(follow.news() == [])
    }

    @Test func `of many elements that are followed, those that change are told`() {
        for id in 1...3 { follow.subscribe("/books/entities/\(id)") }
        for id in 100...200 { follow.subscribe("/books/entities/\(id)") }
        follow.subscribe("/books/entities/01")
        follow.batch { $0.books.update(2) { $0.title = "x" } }
        #expect(follow.news() == [#"/books/entities/2 [{"op":"replace","path":"/title","value":"x"}]"#])
        follow.batch { $0.books.append(Book(id: 150, title: "n")) }
        #expect(follow.news() == ["/books/entities/150 ="])
        follow.batch { $0.books.append(Book(id: 250, title: "n")) }
        #expect(follow.news() == [])
    }

    @Test func `positions are told that have another element, and no others`() {
        for position in [0, 1, 2, 3, 4, 5, 100, 1000] { follow.subscribe("/books/ids/\(position)") }
        follow.subscribe("/books/ids/x")
        follow.batch { $0.books.append(Book(id: 9, title: "n")) }
        #expect(follow.news() == ["/books/ids/3 ="])
        follow.batch { $0.books.remove(9) }
        #expect(follow.news() == ["/books/ids/3 ="])
        follow.batch { $0.books.insert(Book(id: 8, title: "n"), at: 1) }
        #expect(follow.news() == ["/books/ids/1 =", "/books/ids/2 =", "/books/ids/3 ="])
        follow.batch { $0.books.move(8, to: 2) }
        #expect(follow.news() == ["/books/ids/1 =", "/books/ids/2 ="])
        follow.batch({ $0.books.append(Book(id: 10, title: "n")) }, { $0.books.append(Book(id: 11, title: "n")) })
        #expect(follow.news() == ["/books/ids/4 =", "/books/ids/5 ="])
    }

    @Test func `another text of a host is a change though Unicode calls it equal`() {
        follow.subscribe("/name")
        follow.batch { $0.name = "caf\u{e9}" }
        #expect(follow.news().count == 1)
        follow.batch { $0.name = "cafe\u{301}" }
        #expect(follow.news() == ["/name [{\"op\":\"replace\",\"path\":\"\",\"value\":\"cafe\u{301}\"}]"])
    }

    @Test func `equal values are no change, and a change that is taken back is none`() {
        follow.subscribe("")
        follow.batch { $0.name = "shelf" }
        follow.batch({ $0.name = "other" }, { $0.name = "shelf" })
        follow.batch({ $0.books.append(Book(id: 9, title: "n")) }, { $0.books.remove(9) })
        follow.batch({ $0.books.move(1, to: 2) }, { $0.books.move(1, to: 0) })
        follow.batch { $0.books = .init($0.books) }
        #expect(follow.news() == [])
    }

    @Test func `a message that fails is told nowhere, and leaves what others of its batch did`() {
        follow.subscribe("")
        follow.message { $0.books.append(Book(id: 4, title: "kept")) }
        follow.message(fails: true) {
            $0.name = "lost"
            $0.books = []
            $0.place.neighbours.append(Book(id: 1, title: "lost"))
            $0.counts["lost"] = 1
        }
        follow.message { $0.readers.append("Ada") }
        follow.store.transaction.commit()
        #expect(
            follow.news() == [
                #" [{"op":"add","path":"/books/entities/4","value":{"id":4,"title":"kept","pages":[]}},"#
                    + #"{"op":"add","path":"/books/ids/3","value":"4"},{"op":"add","path":"/readers/0","value":"Ada"}]"#
            ])
        var expected = Shelf.with(3)
        expected.books.append(Book(id: 4, title: "kept"))
        expected.readers = ["Ada"]
        #expect(follow.store.state() == expected)
    }

    @Test func `a table that is assigned as a whole is one replace`() {
        follow.subscribe("/books")
        follow.subscribe("/books/entities/2")
        follow.batch { $0.books = [Book(id: 7, title: "only")] }
        #expect(
            follow.news() == [
                #"/books [{"op":"replace","path":"","value":{"ids":["7"],"entities":{"7":{"id":7,"title":"only","pages":[]}}}}]"#,
                "/books/entities/2 =",
            ])
    }

    @Test func `what comes and what goes is told as a value`() {
        follow.subscribe("/books/entities/9")
        follow.subscribe("/books/entities/1/title")
        follow.subscribe("/note")
        follow.batch {
            $0.books.append(Book(id: 9, title: "n"))
            $0.books.remove(1)
            $0.note = "hello"
        }
        #expect(follow.news() == ["/books/entities/1/title =", "/books/entities/9 =", "/note ="])
        follow.batch { $0.note = "again" }
        #expect(follow.news() == [#"/note [{"op":"replace","path":"","value":"again"}]"#])
    }

    @Test func `a position in a list is told anew whenever the list changes`() {
        follow.subscribe("/books/ids/1")
        follow.subscribe("/readers/0")
        follow.batch { $0.books.remove(1) }
        #expect(follow.news() == ["/books/ids/1 ="])
    }

    @Test func `models in models and dictionaries are told by their members`() {
        follow.subscribe("")
        follow.batch {
            $0.place.room = "attic"
            $0.place.neighbours.append(Book(id: 1, title: "n"))
            $0.counts = ["a/b": 1]
        }
        follow.batch { $0.counts["a/b"] = 2 }
        #expect(
            follow.news() == [
                #" [{"op":"add","path":"/counts/a~1b","value":1},{"op":"replace","path":"/place/room","value":"attic"},"#
                    + #"{"op":"add","path":"/place/neighbours/entities/1","value":{"id":1,"title":"n","pages":[]}},"#
                    + #"{"op":"add","path":"/place/neighbours/ids/0","value":"1"},"#
                    + #"{"op":"replace","path":"/counts/a~1b","value":2}]"#
            ])
    }

    @Test func `what was not told yet is collected, and told as a value where it is much`() {
        follow.subscribe("/readers")
        follow.batch { $0.readers.append("a") }
        follow.batch { $0.readers.append("b") }
        #expect(
            follow.news() == [
                #"/readers [{"op":"add","path":"/0","value":"a"},{"op":"add","path":"/1","value":"b"}]"#
            ])
        let long = String(repeating: "x", count: 1000)
        for _ in 0..<300 { follow.batch { $0.readers.append(long) } }
        #expect(follow.news() == ["/readers ="])
    }

    @Test func `a name is used once, and is free when its subscription has ended`() {
        #expect(follow.subscribe("/name", as: "n"))
        #expect(!follow.subscribe("/note", as: "n"))
        follow.batch { $0.name = "x" }
        #expect(follow.unsubscribe("n"))
        #expect(follow.news() == [])
        #expect(!follow.unsubscribe("n"))
        #expect(follow.subscribe("/note", as: "n"))
        follow.batch { $0.name = "y" }
        #expect(follow.news() == [])
    }

    @Test func `a state that is replaced as a whole is told, and comes back`() {
        follow.subscribe("/name")
        follow.batch { $0.name = "x" }
        _ = follow.news()
        follow.store.transaction.begin()
        follow.store.reset()
        follow.store.transaction.rollBack()
        follow.store.transaction.commit()
        #expect(follow.store.state().name == "x")
        #expect(follow.store.state().books.count == 3)
        follow.store.transaction.begin()
        follow.store.reset()
        follow.store.transaction.commitMessage()
        follow.store.transaction.commit()
        #expect(follow.news() == [#"/name [{"op":"replace","path":"","value":"shelf"}]"#])
    }

    @Test func `what JSON has no value for makes its subscribers ask for the value, and they hear why`() {
        follow.subscribe("/counts")
        follow.subscribe("/name")
        follow.batch {
            $0.name = "x"
            $0.counts["a\u{0}b"] = 1
        }
        #expect(follow.news() == ["/counts =", "/name ="])
        #expect(throws: (any Error).self) { try follow.value("/counts") }
    }
}
