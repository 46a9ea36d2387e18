import Adit
import Testing

/// GIVEN a state WHEN a part is asked for by a pointer THEN that part is written, and nothing else.
struct PartReadingTests {
    private let follow: Follow

    init() {
        var shelf = Shelf.with(4)
        shelf.counts = ["": 1, "a/b": 2, "m~n": 3]
        shelf.readers = ["Ada", "Bob", "Cy"]
        follow = Follow(shelf)
    }

    @Test(arguments: [
        ("/name", #""shelf""#), ("/books/entities/2/title", #""t2""#), ("/books/ids", #"["1","2","3","4"]"#),
        ("/books/ids/3", #""4""#), ("/readers/1", #""Bob""#), ("/counts/", "1"), ("/counts/a~1b", "2"),
        ("/counts/m~0n", "3"), ("/place", #"{"room":"hall","neighbours":{"ids":[],"entities":{}}}"#),
        ("/books/entities/1", #"{"id":1,"title":"t1","pages":[]}"#),
    ])
    func `a part is what it is in the whole`(path: String, text: String) throws {
        #expect(try follow.value(path) == text)
    }

    @Test(arguments: [
        "/nothing", "/name/x", "/note", "/books/entities/9", "/books/entities/01", "/books/ids/4", "/books/ids/01",
        "/books/ids/-", "/books/ids/-1", "/books/x", "/readers/3", "/counts/a", "/books/entities/1/title/0",
    ])
    func `a path that leads nowhere writes nothing`(path: String) throws {
        #expect(try follow.value(path) == nil)
    }

    @Test func `some elements of a list are those in its order`() throws {
        #expect(
            try follow.value("/books", from: 1, limit: 2)
                == #"{"ids":["2","3"],"entities":{"2":{"id":2,"title":"t2","pages":[]},"3":{"id":3,"title":"t3","pages":[]}}} of 4"#
        )
        #expect(try follow.value("/books/ids", from: 3) == #"["4"] of 4"#)
        #expect(try follow.value("/books/ids", limit: 0) == "[] of 4")
        #expect(try follow.value("/books/ids", from: 99, limit: 9) == "[] of 4")
        #expect(
            try follow.value("/books/entities", from: 0, limit: 1) == #"{"1":{"id":1,"title":"t1","pages":[]}} of 4"#)
        #expect(try follow.value("/readers", from: 1, limit: .max) == #"["Bob","Cy"] of 3"#)
    }

    @Test(arguments: ["", "/name", "/place", "/books/entities/1", "/counts"])
    func `what is no list has no elements in an order`(path: String) throws {
        #expect(throws: (any Error).self) { try follow.value(path, from: 0) }
    }
}
