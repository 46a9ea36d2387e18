import Adit

/// What travels between the features that tests make.
enum Note: Codable, Equatable {
    case says(String)
    case heard(String)
}

/// What was written down.
struct Notes: State, Codable, Equatable {
    var lines: [String] = []
    enum Change { case add(String) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let line): lines.append(line)
        }
    }
}

struct NoteError: Error, Equatable { var reason: String }
