import Adit
import Support

@testable import TravelPlannerCore

typealias PlannerHost = AppHost<TravelPlannerState, Message>

extension PlannerHost {
    /// One that has begun.
    convenience init(gateways: Set<String> = ["locationPicker", "datePicker", "travelOptions", "widgetOptions"]) {
        self.init(travelPlannerApp(), gateways: gateways, from: .morning)
        run()
    }

    /// What was told since this was asked for last, without the clock.
    func heardBesideClock() -> [String] { heard().filter { !$0.hasPrefix(#"{"clock":"#) } }
}
