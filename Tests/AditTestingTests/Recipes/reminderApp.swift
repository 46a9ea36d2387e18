import Adit

/// Makes a feature with a timer for each reminder, under the reminder's text as its id.
func createReminderFeature(
    store: StateStore<ReminderState>, timers: DurableTimers<ReminderMessage>
) -> Input<ReminderMessage> {
    return { message in
        switch message {
        case .reminder(.request(.remind(let text, let date))):
            try timers.wake(at: date, id: text, .reminder(.response(.isDue(text))))
        case .reminder(.request(.forget(let text))): timers.cancel(id: text)
        case .reminder(.response(.isDue)): store.change(.pass)
        }
    }
}

func reminderApp() -> App<ReminderState, ReminderMessage> {
    App("reminder", state: ReminderState(), durable: [.timers(ReminderMessage.Case.reminder)]) { core in
        [Feature(.reminder, createReminderFeature(store: core.store, timers: core.timers))]
    }
}
