import Adit
import AditTesting
import Testing

/// The stories of a reminder in Sources/Adit/Adit.docc/Recipes.md.
struct ReminderStories {
    private let start = Timestamp.epoch

    @Test func aReminderSurvivesARestart() {
        GIVEN(reminderApp(), from: start, store: true)
            .WHEN(.reminder(.request(.remind(of: "milk", at: start + .seconds(3_600)))))
            .reopen(after: .seconds(60))
            .advance(by: .seconds(3_539))
            .advance(by: .seconds(1))
            .THEN(.reminder(.response(.isDue("milk"))))
            .THEN(\.past, is: 1)
            .runTests()
    }

    @Test func aReminderThatWasDueMeanwhileComesAtTheOpening() {
        GIVEN(reminderApp(), from: start, store: true)
            .WHEN(.reminder(.request(.remind(of: "milk", at: start + .seconds(3_600)))))
            .reopen(after: .seconds(86_400))
            .THEN(.reminder(.response(.isDue("milk"))))
            .runTests()
    }

    @Test func aReminderIsReplacedOrForgotten() {
        GIVEN(reminderApp(), from: start)
            .WHEN(.reminder(.request(.remind(of: "milk", at: start + .seconds(1)))))
            .WHEN(.reminder(.request(.remind(of: "milk", at: start + .seconds(9)))))
            .advance(by: .seconds(8))
            .WHEN(.reminder(.request(.forget("milk"))))
            .advance(by: .seconds(60))
            .THEN(\.past, is: 0)
            .runTests()
    }
}
