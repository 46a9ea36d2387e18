import Adit
import Synchronization
import TestSupport
import Testing

/// How often something happened.
private final class Tally: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}

/// GIVEN an app that derives parts from its state WHEN they are read and followed THEN they are what they should be,
/// and are worked out no more often than that takes.
struct ViewTests {
    private let tally = Tally()
    private let follow: Follow

    init() {
        follow = Follow(
            .with(3),
            views: [
                View("lent", of: \.books) { $0.lentTo != nil },
                View("lentCount", countOf: \.books) { $0.lentTo != nil },
                View("label") { [tally] state in
                    tally.add()
                    return "\(state.name) (\(state.books.count))"
                },
            ])
    }

    @Test func `views are read below their key, and are no part of the state`() throws {
        follow.batch { $0.books.update(2) { $0.lentTo = "Ada" } }
        let lent = #"{"ids":["2"],"entities":{"2":{"id":2,"title":"t2","lentTo":"Ada","pages":[]}}}"#
        #expect(try follow.value("/view/lent") == lent)
        #expect(try follow.value("/view/lent/ids/0") == #""2""#)
        #expect(try follow.value("/view") == #"{"lent":\#(lent),"lentCount":1,"label":"shelf (3)"}"#)
        #expect(try follow.value("/view/nothing") == nil)
        #expect(try follow.value("")?.contains("view") == false)
    }

    @Test func `a view that is asked for again is worked out again only where the state has changed`() throws {
        for _ in 0..<3 { #expect(try follow.value("/view/label") == #""shelf (3)""#) }
        #expect(tally.value == 1)
        follow.batch { $0.books.remove(1) }
        #expect(try follow.value("/view/label") == #""shelf (2)""#)
        #expect(tally.value == 2)
    }

    @Test func `a view that is followed is worked out again only where something has changed that it has read`() {
        follow.subscribe("/view/label")
        #expect(tally.value == 1)
        follow.batch { $0.readers.append("Ada") }
        follow.batch { $0.name = "shelf" }
        #expect(tally.value == 1)
        #expect(follow.news() == [])
        follow.batch { $0.books.append(Book(id: 4, title: "t4")) }
        #expect(tally.value == 2)
        #expect(follow.news() == [#"/view/label [{"op":"replace","path":"","value":"shelf (4)"}]"#])
        follow.batch { $0.books.update(1) { $0.title = "x" } }
        // Worked out, as the books were read; and found to be the same.
        #expect(tally.value == 3)
        #expect(follow.news() == [])
    }

    @Test func `elements come into a filtered table, and leave it, in the table's order`() {
        follow.subscribe("/view/lent/ids")
        follow.subscribe("/view/lentCount")
        follow.batch({ $0.books.update(3) { $0.lentTo = "Ada" } }, { $0.books.update(1) { $0.lentTo = "Bob" } })
        #expect(
            follow.news() == [
                #"/view/lent/ids [{"op":"add","path":"/0","value":"3"},{"op":"add","path":"/0","value":"1"}]"#,
                #"/view/lentCount [{"op":"replace","path":"","value":2}]"#,
            ])
        follow.batch { $0.books.move(3, to: 0) }
        #expect(follow.news() == [#"/view/lent/ids [{"op":"move","from":"/1","path":"/0"}]"#])
        follow.batch { $0.books.remove(3) }
        #expect(
            follow.news() == [
                #"/view/lent/ids [{"op":"remove","path":"/0"}]"#,
                #"/view/lentCount [{"op":"replace","path":"","value":1}]"#,
            ])
    }

    @Test func `an element that stays in a filtered table is told by its members`() {
        follow.batch { $0.books.update(1) { $0.lentTo = "Bob" } }
        follow.subscribe("/view")
        follow.batch { $0.books.update(1) { $0.title = "x" } }
        #expect(follow.news() == [#"/view [{"op":"replace","path":"/lent/entities/1/title","value":"x"}]"#])
    }

    @Test func `a view keeps up with a batch whose changes JSON has no value for`() throws {
        follow.subscribe("/view/lentCount")
        follow.subscribe("/counts")
        follow.batch {
            $0.counts["a\u{0}b"] = 1
            $0.books.update(2) { $0.lentTo = "Ada" }
        }
        #expect(follow.news() == ["/counts =", "/view/lentCount ="])
        #expect(try follow.value("/view/lentCount") == "1")
    }

    @Test func `random edits leave filtered and sorted tables as they would be worked out anew`() throws {
        var random = SeededGenerator(seed: 7)
        let follow = Follow(
            .with(3),
            views: [
                View("lent", of: \.books) { $0.lentTo != nil },
                View("lentCount", countOf: \.books) { $0.lentTo != nil },
                View("byTitle", of: \.books, sortedBy: \.title),
                View("lentByReader", of: \.books, where: { $0.lentTo != nil }, sortedBy: { $0.lentTo ?? "" }),
            ])
        follow.subscribe("/view/lent")
        follow.subscribe("/view/lentCount")
        follow.subscribe("/view/byTitle")
        follow.subscribe("/view/lentByReader")
        for step in 0..<400 {
            for _ in 0..<Int.random(in: 0..<4, using: &random) + 1 {
                let (id, position) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random))
                let edit = Int.random(in: 0..<7, using: &random)
                follow.message(fails: Int.random(in: 0..<5, using: &random) == 0) { shelf in
                    switch edit {
                    case 0: shelf.books.append(Book(id: id, title: "t", lentTo: position < 20 ? "Ada" : nil))
                    case 1: shelf.books.insert(Book(id: id, title: "t", lentTo: "Ada"), at: position)
                    case 2: shelf.books.remove(id)
                    case 3: shelf.books.move(id, to: position)
                    case 5: shelf.books.update(id) { $0.title = "t\(position % 4)" }
                    case 4 where position == 0: shelf.books = Table(shelf.books.prefix(10))
                    default: shelf.books.update(id) { $0.lentTo = $0.lentTo == nil ? "Bob" : nil }
                    }
                }
            }
            follow.store.transaction.commit()
            let books = follow.store.state().books
            let lent = books.filter { $0.lentTo != nil }
            #expect(try follow.value("/view/lent") == text(of: lent), "step \(step)")
            #expect(try follow.value("/view/lentCount") == "\(lent.count)", "step \(step)")
            #expect(try follow.value("/view/byTitle") == text(of: sorted(books, by: \.title)), "step \(step)")
            let byReader = sorted(lent) { $0.lentTo ?? "" }
            #expect(try follow.value("/view/lentByReader") == text(of: byReader), "step \(step)")
        }
    }

    private func text(of books: some Sequence<Book>) throws -> String { try encoded(Table(books)) }

    /// Equal ones stay in their order.
    private func sorted(_ books: some Sequence<Book>, by key: (Book) -> String) -> [Book] {
        Dictionary(grouping: books, by: key).sorted { $0.key < $1.key }.flatMap(\.value)
    }
}
