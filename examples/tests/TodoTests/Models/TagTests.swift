import Adit
import Testing

@testable import TodoCore

@Suite struct TagTests {
    let tag = Tag(id: uuid(9), name: "Tag 1")

    @Test func U17_addingAnItemMakesANewTag() {
        // WHEN
        let tagged = tag.alter(.add(.numbered(1))).alter(.add(.numbered(2)))
        // THEN
        #expect(tagged == Tag(id: uuid(9), name: "Tag 1", tagged: [uuid(1), uuid(2)]))
        #expect(tag.tagged.isEmpty)
    }

    @Test func U17_removingAnItemMakesANewTag() {
        // GIVEN
        let tagged = Tag(id: uuid(9), name: "Tag 1", tagged: [uuid(1), uuid(2)])
        // WHEN
        let altered = tagged.alter(.remove(.numbered(1)))
        // THEN
        #expect(altered.tagged == [uuid(2)])
        #expect(tagged.tagged == [uuid(1), uuid(2)])
    }

    @Test func anItemHasATagOnce() {
        let tagged = tag.alter(.add(.numbered(1))).alter(.add(.numbered(2))).alter(.add(.numbered(1)))
        #expect(tagged.tagged == [uuid(1), uuid(2)])
    }

    @Test func removingAnItemThatIsNotTaggedChangesNothing() {
        #expect(tag.alter(.remove(.numbered(1))) == tag)
    }
}
