import Adit

/// Returns the sources that a state requests; none while offline.
///
/// The id of a source contains its parameters: with another room or interval it is another source, and the former ends.
func createSources(inbox: any InboxGateway, output: @escaping Output) -> (ChatState) -> [Source] {
    return { state in
        guard let room = state.room else { return [] }
        let heartbeat = createHeartbeatSource(seconds: state.heartbeatSeconds, output: output)
        return state.isListening
            ? [createInboxSource(room: room, inbox: inbox, output: output), heartbeat] : [heartbeat]
    }
}
