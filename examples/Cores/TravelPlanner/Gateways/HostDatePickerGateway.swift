import Adit

/// The gateway by which the host presents a picker of times. It has no timeout.
let datePickerHost = HostGateway<DatePickerRequest, DatePickerReply>("datePicker")

/// What the host is asked.
@Model
enum DatePickerRequest {
    /// Lets the user pick whether to depart or to arrive, and when.
    case show(queryType: TravelTimeQueryType, date: Timestamp)
}

/// What the host answers.
@Model
struct DatePickerReply {
    /// What was picked; absent where the user has cancelled.
    let picked: PickedTime?
}

/// A gateway through which the host presents a picker of times.
struct HostDatePickerGateway: DatePickerGateway {
    let host: HostConnection<DatePickerRequest, DatePickerReply>

    func pickTime(_ queryType: TravelTimeQueryType, _ date: Timestamp) async throws -> PickedTime? {
        try await host(.show(queryType: queryType, date: date)).picked
    }
}
