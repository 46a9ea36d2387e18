import AditJSON
import Testing

@testable import AditState

/// GIVEN subscribers of one part WHEN they are removed THEN the tree knows of the others.
struct SubscriptionTreeTests {
    @Test func `it has windows as long as one of its subscribers has`() {
        let tree = SubscriptionTree()
        func add(_ window: ListWindow?) -> Subscriber {
            let subscriber = Subscriber(JSONPointer([String]()), window: window)
            tree.add(subscriber, at: [])
            return subscriber
        }
        let plain = (0..<5).map { _ in add(nil) }
        let windows = (0..<2).map { add(ListWindow(from: $0, limit: 1)) }
        #expect(tree.hasWindows)
        tree.remove(windows[0], at: [])
        #expect(tree.hasWindows)
        // Removed subscribers stay in the list until they are many, and do not count.
        tree.remove(windows[1], at: [])
        #expect(!tree.hasWindows && tree.isFollowed)
        for subscriber in plain { tree.remove(subscriber, at: []) }
        #expect(tree.isEmpty)
    }
}
