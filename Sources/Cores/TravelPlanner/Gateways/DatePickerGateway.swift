import Adit

/// The way to a picker of times.
protocol DatePickerGateway {
    /// Lets the user pick whether to depart or to arrive, and when.
    ///
    /// - Parameters:
    ///   - queryType: what it is now.
    ///   - date: when that is.
    /// - Returns: what was picked; nil where the user has cancelled.
    /// - Throws: whatever went wrong on the way; `CancellationError` whenever something else is presented.
    func pickTime(_ queryType: TravelTimeQueryType, _ date: Timestamp) async throws -> PickedTime?
}

/// What was picked of a time.
@Model
struct PickedTime: Equatable {
    /// Whether the trip begins or ends then.
    let queryType: TravelTimeQueryType
    /// Absent where the time stays what it is: where the row follows the clock, it goes on to.
    var date: Timestamp?
}
