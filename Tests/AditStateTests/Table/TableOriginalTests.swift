import AditState
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var text = ""
}

private typealias Items = Table<Int, Item>

private func table(_ ids: some Sequence<Int>) -> Items { Items(ids.map { Item(id: $0) }) }

/// GIVEN a table whose original was kept WHEN it is edited, or another one is put in its place THEN it comes back as it
/// was.
struct TableOriginalTests {
    private var items = table(0..<5)
    private var archive = table([])
    private var before = Items()
    private var batch = Items()

    private mutating func begin() {
        items.forgetChanges()
        items.saveOriginal(in: &batch)
        items.saveOriginal(in: &before)
    }

    @Test mutating func `each kind of edit is undone`() {
        let edits: [(inout Items) -> Void] = [
            { $0.append(Item(id: 9)) }, { $0.insert(Item(id: 9), at: 2) }, { $0.remove(2) }, { $0.move(0, to: 3) },
            { $0.update(Item(id: 3, text: "new")) }, { $0.update(3) { $0.text = "new" } }, { $0.replaceAll(with: []) },
            { $0.update(3) { $0 = Item(id: 9) } }, { $0.update(3) { $0 = Item(id: 1, text: "new") } },
        ]
        for edit in edits {
            begin()
            let older = items
            edit(&items)
            #expect(items != older)
            items.returnToOriginal(&before)
            #expect(items == older)
            #expect((0..<10).map { items.position(of: $0) } == (0..<10).map { $0 < 5 ? $0 : nil })
        }
    }

    @Test mutating func `what is undone twice is undone once`() {
        begin()
        items.remove(1)
        items.returnToOriginal(&before)
        items.returnToOriginal(&before)
        #expect(items == table(0..<5))
        items.append(Item(id: 7))
        items.returnToOriginal(&before)
        #expect(items == table(0..<5))
    }

    @Test mutating func `a message that fails leaves what those before it did`() {
        begin()
        items.append(Item(id: 5))
        items.saveOriginal(in: &before)
        // An appended one that was there before the mark, and one that was not.
        items.append(Item(id: 6))
        items.remove(5)
        items.returnToOriginal(&before)
        #expect(items == table(0..<6))
        items.saveOriginal(in: &before)
        items.move(0, to: 5)
        items.saveOriginal(in: &before)
        items.replaceAll(with: [])
        items.returnToOriginal(&before)
        #expect(items.map(\.id) == [1, 2, 3, 4, 5, 0])
        items.returnToOriginal(&batch)
        #expect(items == table(0..<5))
    }

    @Test mutating func `one put in its place is taken away again`() {
        begin()
        items.append(Item(id: 5))
        items = []
        items.append(Item(id: 7))
        items.returnToOriginal(&before)
        #expect(items == table(0..<5))
        items.saveOriginal(in: &before)
        items.remove(0)
        items = Items(items.filter { $0.id > 2 })
        items.returnToOriginal(&before)
        #expect(items == table(0..<5))
    }

    @Test mutating func `a copy that is edited and put back is an ordinary edit`() {
        begin()
        var copy = items
        copy.append(Item(id: 5))
        items = copy
        copy.remove(0)
        guard case .some(let elements, let order) = items.difference(since: before) else {
            Issue.record("assigned as a whole")
            return
        }
        #expect(elements.map(\.id) == [5])
        #expect(order == [.insert(5, at: 5)])
        items.returnToOriginal(&before)
        #expect(items == table(0..<5))
        #expect(copy == table(1..<6))
    }

    @Test mutating func `one that was put elsewhere is found there, and may be changed there`() {
        begin()
        items.remove(0)
        swap(&items, &archive)
        archive.append(Item(id: 8))
        items.returnToOriginal(&before)
        #expect(items == table(0..<5))
        #expect(archive.map(\.id) == [1, 2, 3, 4, 8])
        archive.remove(8)
        #expect(items == table(0..<5))
    }

    @Test mutating func `a copy of an earlier message is another table`() {
        begin()
        items.append(Item(id: 5))
        let earlier = items
        items.remove(0)
        items.saveOriginal(in: &before)
        items = earlier
        items.returnToOriginal(&before)
        #expect(items == table(1..<6))
        // Of the batch it is an ordinary edit.
        items = earlier
        guard case .some(let elements, _) = items.difference(since: batch) else {
            Issue.record("assigned as a whole")
            return
        }
        #expect(elements.map(\.id) == [5])
    }

    @Test mutating func `a copy of an earlier batch is another table`() {
        begin()
        items.append(Item(id: 5))
        let earlier = items
        items.remove(0)
        begin()
        items = earlier
        guard case .all = items.difference(since: batch) else {
            Issue.record("not assigned as a whole")
            return
        }
        items.returnToOriginal(&before)
        #expect(items == table(1..<6))
    }

    @Test mutating func `older values stay as they were, and are no obstacle`() {
        begin()
        let first = items
        items.remove(0)
        let second = items
        items.saveOriginal(in: &before)
        items.append(Item(id: 9))
        items = []
        items.returnToOriginal(&before)
        #expect(first == table(0..<5))
        #expect(second == table(1..<5))
        #expect(items == table(1..<5))
    }

    @Test mutating func `an update that throws is undone as well`() {
        struct Enough: Error {}
        begin()
        for id in [1, 3, 9] {
            try? items.update(1) { item in
                item = Item(id: id, text: "so far")
                throw Enough()
            }
            #expect(items != table(0..<5))
            items.returnToOriginal(&before)
            #expect(items == table(0..<5))
        }
    }
}
