import Adit

/// What travels in the travel planner app.
@Message
public enum Message: Equatable, Sendable {
    /// An action: the one entry to all that the screen does.
    case perform(TravelPlannerViewController.PerformAction)
    /// What came of a picker that was presented.
    @Internal case picker(_Picker)
    /// What came of planning.
    @Outgoing case trip(_Trip)
    /// The clock that the time row follows. It only emits.
    @Internal case clock(_Clock)
    /// The stream of the actions that are performed, for those who follow it.
    case stream(_Stream)
}

/// The input of a part of the travel planner app.
typealias Input = Adit.Input<Message>

/// The output of a part of the travel planner app.
typealias Output = Adit.Output<Message>
