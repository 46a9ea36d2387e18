import Adit

/// A gateway to a picker of times.
protocol DatePickerGateway {
    /// Presents a picker of a time, and whether it is that of departure or arrival.
    ///
    /// - Parameters:
    ///   - queryType: the current type of the time.
    ///   - date: the current time.
    /// - Returns: the pick; nil if the user cancelled.
    /// - Throws: the error of the gateway; `CancellationError` whenever another picker is presented.
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
