import AditTesting
import Testing

@testable import ShelfCore

private let mice = Book(isbn: "9780140177398", title: "Of Mice and Men", added: .epoch)

struct AddBookTests {
    @Test func aBookIsAddedOnce() {
        GIVEN(AddBook.self, state: ShelfState()) { core, respond in
            AddBook(store: core.store, respond: respond)
        }
        .WHEN(.add(book: mice))
        .THEN(.wasAdded(book: mice))
        .THEN(\.books.count, is: 1)
        .WHEN(.add(book: mice))
        .THEN(.wasNotAdded(book: mice, error: .isThereAlready))
        .THEN(\.books.count, is: 1)
        .runTests()
    }

    @Test func theFeatureSpeaksTheLanguageOfTheApp() {
        GIVEN(featureOf: Message.self, state: ShelfState()) { core in
            createShelfFeature(store: core.store, output: core.output)
        }
        .WHEN(.shelf(.request(.add(book: mice))))
        .THEN(.shelf(.response(.wasAdded(book: mice))))
        .THEN(\.books[id: "9780140177398"]?.title, is: "Of Mice and Men")
        .runTests()
    }
}
