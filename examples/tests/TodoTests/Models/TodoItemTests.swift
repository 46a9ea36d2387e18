import Adit
import Testing

@testable import TodoCore

@Suite struct TodoItemTests {
    @Test func U17_alteringAnItemMakesANewOne() {
        // GIVEN
        let item = TodoItem.numbered(1)
        // WHEN
        let checked = item.alter(.check, at: .evening)
        // THEN
        #expect(checked == .numbered(1, completed: true, alterDate: .evening))
        #expect(item == .numbered(1))
    }

    @Test func U17_everyAlterationIsDated() {
        let item = TodoItem.numbered(1, completed: true)
        #expect(item.alter(.uncheck, at: .evening) == .numbered(1, alterDate: .evening))
        #expect(
            item.alter(.edit(text: "Let's go"), at: .evening)
                == .numbered(1, "Let's go", completed: true, alterDate: .evening))
        let scheduled = item.alter(.schedule(due: .nextMorning), at: .evening)
        #expect(scheduled == .numbered(1, completed: true, due: .nextMorning, alterDate: .evening))
        #expect(
            scheduled.alter(.schedule(due: nil), at: .nextMorning)
                == .numbered(1, completed: true, alterDate: .nextMorning))
    }

    @Test(arguments: [("", true), (" \t\n\u{3000}", true), (" x ", false), ("é", false), ("👩‍🚀", false)])
    func aTextOfWhiteSpaceIsBlank(text: String, isBlank: Bool) {
        #expect(text.isBlank == isBlank)
    }
}
