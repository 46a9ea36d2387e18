import Adit

@testable import ReaderCore

extension Timestamp {
    /// 2026-11-21T09:30:00Z.
    static let morning = epoch + .seconds(1_795_253_400)

    /// So many seconds after the morning.
    static func morning(plus seconds: Int) -> Timestamp { morning + .seconds(seconds) }
}

extension Page {
    static func of(_ url: String, _ body: String = "text", fetched: Timestamp = .morning) -> Page {
        Page(url: url, body: body, fetched: fetched)
    }
}

extension Reading {
    static func of(_ url: String, from: Origin = .network, date: Timestamp = .morning) -> Reading {
        Reading(url: url, from: from, date: date)
    }
}
