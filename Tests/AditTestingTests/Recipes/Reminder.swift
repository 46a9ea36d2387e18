import Adit

@Message enum ReminderMessage: Equatable {
    case reminder(Reminder)

    enum Reminder: Equatable {
        case request(Request)
        case response(Response)
        enum Request: Equatable {
            case remind(of: String, at: Timestamp)
            case forget(String)
        }
        enum Response: Equatable { case isDue(String) }
    }
}

/// The number of reminders that were due. Those that wait are the timers.
@Model struct ReminderState: State, Equatable {
    var past = 0

    enum Change { case pass }
    mutating func apply(_: Change) { past += 1 }
}
