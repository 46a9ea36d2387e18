import Adit
import AditJSON
import TestSupport
import Testing

/// GIVEN a list with a window WHEN batches change the list THEN the window's subscriber is told what has become of its
/// elements, and how many the list has.
struct WindowTests {
    private let follow: Follow

    init() throws {
        follow = Follow(
            .with(10),
            views: [
                View("lent", of: \.books) { $0.lentTo != nil },
                View("byTitle", of: \.books, sortedBy: \.title),
                View("titles") { state in state.books.map(\.title) },
            ])
    }

    private func table(_ ids: Int..., title: (Int) -> String = { "t\($0)" }) -> String {
        let elements = ids.map { #""\#($0)":{"id":\#($0),"title":"\#(title($0))","pages":[]}"# }
        let texts = ids.map { #""\#($0)""# }
        return #"{"ids":[\#(texts.joined(separator: ","))],"entities":{\#(elements.joined(separator: ","))}}"#
    }

    @Test func `the first value is the window, with the number of all`() throws {
        #expect(try follow.subscribe("/books", from: 2, limit: 3) == table(3, 4, 5) + " of 10")
        #expect(try follow.subscribe("/books", from: 8, limit: 50, as: "end") == table(9, 10) + " of 10")
        #expect(try follow.subscribe("/books", from: 50, limit: nil, as: "none") == table() + " of 10")
        #expect(try follow.subscribe("/readers", from: 0, limit: 2) == "[] of 0")
    }

    @Test func `an element in it is told by its members, one outside is not`() throws {
        _ = try follow.subscribe("/books", from: 2, limit: 3)
        follow.batch { $0.books.update(4) { $0.title = "x" } }
        #expect(follow.news() == [#"/books [{"op":"replace","path":"/entities/4/title","value":"x"}] of 10"#])
        follow.batch { $0.books.update(2) { $0.title = "x" } }
        follow.batch { $0.books.update(6) { $0.title = "x" } }
        #expect(follow.news() == [])
    }

    @Test func `an element before it shifts it, one behind it changes the count alone`() throws {
        _ = try follow.subscribe("/books", from: 2, limit: 3)
        follow.batch { $0.books.insert(Book(id: 99, title: "n"), at: 0) }
        #expect(
            follow.news() == [
                #"/books [{"op":"remove","path":"/entities/5"},"#
                    + #"{"op":"add","path":"/entities/2","value":{"id":2,"title":"t2","pages":[]}},"#
                    + #"{"op":"add","path":"/ids/0","value":"2"},{"op":"remove","path":"/ids/3"}] of 11"#
            ])
        follow.batch { $0.books.append(Book(id: 100, title: "n")) }
        #expect(follow.news() == ["/books [] of 12"])
        follow.batch { $0.books.remove(2) }
        #expect(
            follow.news() == [
                #"/books [{"op":"remove","path":"/entities/2"},"#
                    + #"{"op":"add","path":"/entities/5","value":{"id":5,"title":"t5","pages":[]}},"#
                    + #"{"op":"remove","path":"/ids/0"},{"op":"add","path":"/ids/2","value":"5"}] of 11"#
            ])
    }

    @Test func `a window of other elements is told as a whole`() throws {
        _ = try follow.subscribe("/books", from: 0, limit: 2)
        follow.batch { for id in 1...2 { $0.books.move(id, to: 9) } }
        #expect(follow.news() == [#"/books [{"op":"replace","path":"","value":\#(table(3, 4))}] of 10"#])
        follow.batch { $0.books = [] }
        #expect(follow.news() == ["/books ="])
    }

    @Test func `a moved window has to be told anew, and is followed from there`() throws {
        _ = try follow.subscribe("/books", from: 0, limit: 2)
        follow.batch { $0.books.update(1) { $0.title = "x" } }
        #expect(try follow.move("/books", from: 4, limit: 1) == table(5) + " of 10")
        _ = follow.news()
        follow.batch { $0.books.update(1) { $0.title = "y" } }
        #expect(follow.news() == [])
        follow.batch { $0.books.update(5) { $0.title = "y" } }
        #expect(follow.news() == [#"/books [{"op":"replace","path":"/entities/5/title","value":"y"}] of 10"#])
    }

    @Test func `a window of an array is told by its positions`() throws {
        follow.batch { $0.readers = (0..<100).map { "r\($0)" } }
        _ = try follow.subscribe("/readers", from: 10, limit: 3)
        follow.batch { $0.readers[11] = "x" }
        #expect(follow.news() == [#"/readers [{"op":"replace","path":"/1","value":"x"}] of 100"#])
        follow.batch { $0.readers.insert("y", at: 0) }
        #expect(
            follow.news() == [#"/readers [{"op":"add","path":"/0","value":"r9"},{"op":"remove","path":"/3"}] of 101"#])
        follow.batch { $0.readers[50] = "z" }
        #expect(follow.news() == [])
    }

    @Test func `a window has the order and the filter of a view`() throws {
        follow.batch { for id in [3, 5, 7, 9] { $0.books.update(id) { $0.lentTo = "Ada" } } }
        _ = try follow.subscribe("/view/lent/ids", from: 1, limit: 2)
        #expect(try follow.subscribe("/view/byTitle", from: 0, limit: 2) == table(1, 10) + " of 10")
        follow.batch { $0.books.update(2) { $0.title = "a" } }
        #expect(
            follow.news() == [
                #"/view/byTitle [{"op":"remove","path":"/entities/10"},"#
                    + #"{"op":"add","path":"/entities/2","value":{"id":2,"title":"a","pages":[]}},"#
                    + #"{"op":"add","path":"/ids/0","value":"2"},{"op":"remove","path":"/ids/2"}] of 10"#
            ])
        follow.batch { $0.books.update(5) { $0.lentTo = nil } }
        #expect(follow.news() == ["/view/lent/ids ="])
    }

    @Test func `a message that fails leaves it as it was`() throws {
        _ = try follow.subscribe("/books", from: 2, limit: 3)
        follow.message(fails: true) { $0.books.remove(1) }
        follow.store.transaction.commit()
        #expect(follow.news() == [])
        follow.batch { $0.books.update(3) { $0.title = "x" } }
        #expect(follow.news() == [#"/books [{"op":"replace","path":"/entities/3/title","value":"x"}] of 10"#])
    }

    /// Each window is a mirror, patched by a plain JSON patch.
    @Test(arguments: 0..<20)
    func `random edits leave each window what reading says`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var windows: [(name: String, path: String, from: Int, limit: Int?, shown: JSON?)] = []
        for path in ["/books", "/books", "/books/ids", "/readers", "/view/lent", "/view/byTitle", "/view/titles"] {
            let (from, limit) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
            let name = "w\(windows.count)"
            let shown = try shown(follow.subscribe(path, from: from, limit: limit, as: name))
            windows.append((name, path, from, limit, shown.value))
        }
        for step in 0..<120 {
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let fails = Int.random(in: 0..<5, using: &random) == 0
                let edit = Edit(using: &random)
                follow.message(fails: fails) { edit.apply(to: &$0) }
            }
            follow.store.transaction.commit()
            if let index = windows.indices.randomElement(using: &random), step % 7 == 0 {
                windows[index].from = Int.random(in: 0..<20, using: &random)
                windows[index].limit = step % 2 == 0 ? nil : 5
                let moved = try follow.move(windows[index].name, from: windows[index].from, limit: windows[index].limit)
                windows[index].shown = try shown(moved).value
                // What waited for it is what it shows already.
                _ = try take(follow.news().filter { !$0.hasPrefix(windows[index].name) }, &windows)
            }
            // Now and then, updates of several batches wait together.
            guard step % 3 != 0 else { continue }
            let counts = try take(follow.news(), &windows)
            for window in windows {
                let (value, count) = try shown(
                    follow.value(window.path, from: window.from, limit: window.limit))
                #expect(window.shown == value, "step \(step), \(window.path) from \(window.from)")
                if let told = counts[window.name] { #expect(told == count) }
            }
        }
    }

    /// Patches the windows; the counts that were told.
    private func take(
        _ news: [String], _ windows: inout [(name: String, path: String, from: Int, limit: Int?, shown: JSON?)]
    ) throws -> [String: String] {
        var counts: [String: String] = [:]
        for text in news {
            let name = text.prefix { $0 != " " }
            guard let index = windows.firstIndex(where: { $0.name == name }) else { continue }
            if text.hasSuffix("=") {
                let value = try follow.value(
                    windows[index].path, from: windows[index].from, limit: windows[index].limit)
                windows[index].shown = try shown(value).value
                // As a host's answer is written.
                _ = try follow.move(String(name), from: windows[index].from, limit: windows[index].limit)
                continue
            }
            let (operations, count) = try shown(String(text.dropFirst(name.count + 1)))
            guard case .array(let all)? = operations else {
                Issue.record("no operations: \(text)")
                continue
            }
            windows[index].shown = try JSONPatch.apply(all, to: windows[index].shown)
            counts[String(name)] = count
        }
        return counts
    }

    /// The value in a text like `[…] of 7`, and the number.
    private func shown(_ text: String?) throws -> (value: JSON?, count: String) {
        guard let text, let end = text.ranges(of: " of ").last else { return (nil, "none") }
        return (JSON(text: String(text[..<end.lowerBound])), String(text[end.upperBound...]))
    }

    private enum Edit {
        case append(Int), insert(Int, at: Int), remove(Int), move(Int, to: Int), rename(Int, String), lend(Int)
        case assign, reader(Int), noReader(Int), readers(Int)

        init(using random: inout SeededGenerator) {
            let (id, position) = (Int.random(in: 0..<25, using: &random), Int.random(in: 0..<25, using: &random))
            self =
                switch Int.random(in: 0..<40, using: &random) {
                case 0..<5: .append(id)
                case 5..<10: .insert(id, at: position)
                case 10..<15: .remove(id)
                case 15..<20: .move(id, to: position)
                case 20..<25: .rename(id, "t\(position)")
                case 25..<30: .lend(id)
                case 30: .assign
                case 31..<35: .reader(position)
                case 35..<39: .noReader(position)
                default: .readers(position)
                }
        }

        func apply(to shelf: inout Shelf) {
            switch self {
            case .append(let id): shelf.books.append(Book(id: id, title: "t\(id)"))
            case .insert(let id, let position): shelf.books.insert(Book(id: id, title: "t\(id)"), at: position)
            case .remove(let id): shelf.books.remove(id)
            case .move(let id, let position): shelf.books.move(id, to: position)
            case .rename(let id, let title): shelf.books.update(id) { $0.title = title }
            case .lend(let id): shelf.books.update(id) { $0.lentTo = $0.lentTo == nil ? "Ada" : nil }
            case .assign: shelf.books = Table(shelf.books.reversed())
            case .reader(let position):
                shelf.readers.insert("r\(position)", at: min(position, shelf.readers.count))
            case .noReader(let position) where position < shelf.readers.count: shelf.readers.remove(at: position)
            case .noReader: break
            case .readers(let count): shelf.readers = (0..<count).map { "s\($0)" }
            }
        }
    }
}
