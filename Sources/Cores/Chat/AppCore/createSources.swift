import Adit

/// Makes all sources of the app: which of them run is a function of the state. Offline, none does.
///
/// A source's id holds what it is made with: of another room or interval, it is another source, and the former ends.
func createSources(inbox: any InboxGateway, output: @escaping Output) -> (ChatState) -> [Source] {
    return { state in
        guard let room = state.room else { return [] }
        let heartbeat = createHeartbeatSource(seconds: state.heartbeatSeconds, output: output)
        return state.isListening
            ? [createInboxSource(room: room, inbox: inbox, output: output), heartbeat] : [heartbeat]
    }
}
