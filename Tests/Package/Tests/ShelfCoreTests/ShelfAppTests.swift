import Adit
import AditTesting
import Testing

@testable import ShelfCore

struct ShelfAppTests {
    private let isbn = "9780140177398"

    @Test func aBookThatIsFoundIsAdded() throws {
        // The clock of a story begins at the start of 2000.
        let start = try #require(Timestamp("2000-01-01T00:00:00Z"))
        let mice = Book(isbn: isbn, title: "Of Mice and Men", added: start)
        GIVEN(shelfApp())
            .WHEN(.lookUp(.request(.find(isbn: isbn))))
            .THEN(titlesHost, isAsked: .title(isbn: isbn))
            .WHEN(titlesHost, replies: TitleReply(title: "Of Mice and Men"))
            .THEN(.lookUp(.response(.wasFound(book: mice))))
            .THEN(.shelf(.request(.add(book: mice))), .shelf(.response(.wasAdded(book: mice))))
            .THEN(\.books.count, is: 1)
            .runTests()
    }

    @Test func aHostThatDoesNotAnswerIsNotWaitedForLong() {
        let late = CodableError(GatewayFailure.timedOut("titles", after: .seconds(10)))
        GIVEN(shelfApp())
            .WHEN(.lookUp(.request(.find(isbn: isbn))))
            .THEN(titlesHost, isAsked: .title(isbn: isbn))
            .advance(by: .seconds(10))
            .THEN(isCancelled: titlesHost)
            .THEN(.lookUp(.response(.wasNotFound(isbn: isbn, error: late))))
            .runTests()
    }
}
