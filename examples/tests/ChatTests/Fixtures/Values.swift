import Adit

@testable import ChatCore

extension Timestamp {
    /// 2026-11-21T09:30:00Z.
    static let morning = epoch + .seconds(1_795_253_400)

    /// So many seconds after the morning.
    static func morning(plus seconds: Int) -> Timestamp { morning + .seconds(seconds) }
}

extension ChatMessage {
    static func numbered(_ number: UInt64, _ text: String = "Hello", date: Timestamp = .morning) -> ChatMessage {
        ChatMessage(id: UUID(high: 0, low: number), from: "Zoe", text: text, date: date)
    }
}
