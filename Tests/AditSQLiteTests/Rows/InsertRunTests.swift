import Adit
import AditSQLite
import Testing

/// Elements that come one after the other are written some at a time, and nobody can tell.
@Suite struct InsertRunTests {
    let folder = Folder()

    func open() throws -> SQLiteStorage {
        let storage = try SQLiteStorage.open(folder.store, app: "todo", durability: .normal)
        if storage.head == nil {
            try storage.write { sink in
                try sink.declare("/items")
                try sink.declare("/tags")
            }
        }
        return storage
    }

    func elements(_ storage: SQLiteStorage, _ table: String = "/items") throws -> [String] {
        try storage.state().tables[table]?.map { "\($0.id)=\($0.value)" } ?? []
    }

    @Test(arguments: [1, 15, 16, 17, 31, 32, 33, 100])
    func `as many as there are`(count: Int) throws {
        let storage = try open()
        try storage.write { sink in
            for number in 0..<count {
                let last = number == 0 ? nil : "\(number - 1)"
                try sink.insert("\(number)0", "\(number)", in: "/items", after: last)
                try sink.insert("\(number)1", "\(number)", in: "/tags", after: last)
            }
        }
        storage.close()
        let opened = try open()
        #expect(try elements(opened) == (0..<count).map { "\($0)=\($0)0" })
        #expect(try elements(opened, "/tags") == (0..<count).map { "\($0)=\($0)1" })
    }

    @Test func `long ones`() throws {
        let storage = try open()
        let long = "\"" + String(repeating: "a", count: 40_000) + "\""
        try storage.write { sink in
            for number in 0..<20 {
                try sink.insert(
                    number % 3 == 0 ? long : "0", "\(number)", in: "/items", after: number == 0 ? nil : "\(number - 1)")
            }
        }
        #expect(try elements(storage) == (0..<20).map { "\($0)=\($0 % 3 == 0 ? long : "0")" })
    }

    @Test func `what is done to one that has just come`() throws {
        let storage = try open()
        try storage.write { sink in
            for (number, id) in ["a", "b", "c", "d"].enumerated() {
                try sink.insert("\(number)", id, in: "/items", after: number == 0 ? nil : ["a", "b", "c"][number - 1])
            }
            try sink.replace("7", "d", in: "/items")
            try sink.remove("b", in: "/items")
            try sink.insert("8", "e", in: "/items", after: "d")
            try sink.move("e", in: "/items", after: "a")
            try sink.insert("9", "f", in: "/items", after: nil)
            try sink.insert("10", "g", in: "/items", after: "c")
        }
        #expect(try elements(storage) == ["f=9", "a=0", "e=8", "c=2", "g=10", "d=7"])
        try storage.write { sink in
            try sink.insert("1", "h", in: "/items", after: "d")
            try sink.removeAll(in: "/items")
            try sink.insert("2", "h", in: "/items", after: nil)
        }
        #expect(try elements(storage) == ["h=2"])
    }

    @Test func `one that is there already is refused, with all of the transaction`() throws {
        let storage = try open()
        try storage.write { try $0.insert("0", "a", in: "/items", after: nil) }
        for count in [3, 16, 20] {
            #expect(throws: StorageFailure.self) {
                try storage.write { sink in
                    for number in 0..<count {
                        try sink.insert(
                            "1", number == 2 ? "a" : "b\(number)", in: "/items",
                            after: number == 0 ? "a" : number == 3 ? "a" : "b\(number - 1)")
                    }
                }
            }
            #expect(try elements(storage) == ["a=0"])
        }
        try storage.write { try $0.insert("1", "b", in: "/items", after: "a") }
        #expect(try elements(storage) == ["a=0", "b=1"])
    }
}
