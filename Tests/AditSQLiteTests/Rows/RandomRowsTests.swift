import Adit
import AditSQLite
import Testing
import TestSupport

/// Rows are the same as in a model, whatever came in whatever order.
@Suite struct RandomRowsTests {
    struct Refusal: Error {}

    /// A batch of changes to two tables and some members, in the order in which a state tells them.
    struct Batch {
        var random: SeededGenerator
        var model: StoredState
        var nextID: Int

        mutating func run(_ sink: any RowSink) throws {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                try change(["/items", "/tags"].randomElement(using: &random)!, sink)
            }
            let member = "/m\(Int.random(in: 0..<4, using: &random))"
            if Bool.random(using: &random) {
                let value = "\(Int.random(in: 0..<100, using: &random))"
                try sink.put(value, of: member)
                model.members[member] = value
            } else {
                try sink.remove(member)
                model.members[member] = nil
            }
        }

        private mutating func change(_ table: String, _ sink: any RowSink) throws {
            var elements = model.tables[table] ?? []
            // What is always put at the same place uses up the gap there.
            let usual = elements.count / 2
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let index = elements.indices.randomElement(using: &random)
                let place =
                    Bool.random(using: &random)
                    ? Int.random(in: 0...elements.count, using: &random) : min(usual, elements.count)
                func before(_ place: Int) -> String? { place == 0 ? nil : elements[place - 1].id }
                switch (Int.random(in: 0..<10, using: &random), index) {
                case (0, let index?):
                    try sink.remove(elements[index].id, in: table)
                    elements.remove(at: index)
                case (1, let index?):
                    elements[index].value = "{\"n\":\(nextID)}"
                    try sink.replace(elements[index].value, elements[index].id, in: table)
                case (2, let index?):
                    let element = elements.remove(at: index)
                    let place = min(place, elements.count)
                    try sink.move(element.id, in: table, after: before(place))
                    elements.insert(element, at: place)
                case (3, _) where Int.random(in: 0..<40, using: &random) == 0:
                    try sink.removeAll(in: table)
                    elements = []
                default:
                    nextID += 1
                    let element = StoredState.Element(id: "id \(nextID)", value: "\"é\(nextID)\"")
                    try sink.insert(element.value, element.id, in: table, after: before(place))
                    elements.insert(element, at: place)
                }
            }
            model.tables[table] = elements
        }
    }

    @Test(arguments: 0..<12)
    func rowsAreThoseOfTheModel(seed: UInt64) throws {
        // GIVEN
        let folder = Folder()
        var storage = try SQLiteStorage.open(folder.store, app: "todo", durability: .normal)
        try storage.write { sink in for table in ["/items", "/tags"] { try sink.declare(table) } }
        var batch = Batch(random: SeededGenerator(seed: seed), model: try storage.state(), nextID: 0)

        for round in 0..<80 {
            // WHEN
            let before = batch
            let isRefused = round % 7 == 3
            do {
                try storage.write("\(round)\n") { sink in
                    try batch.run(sink)
                    if isRefused { throw Refusal() }
                }
                #expect(!isRefused)
            } catch is Refusal {
                batch.model = before.model
            }
            if round % 20 == 19 {
                storage.close()
                storage = try SQLiteStorage.open(folder.store, app: "todo", durability: .normal)
            }

            // THEN
            try #require(try storage.state() == batch.model, "round \(round)")
        }
        storage.close()
        #expect(Shell(folder.store).faults == [])
    }
}
