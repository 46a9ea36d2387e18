@testable import TravelPlannerCore

// Adit has types of the same names; here these are meant.
typealias Input = TravelPlannerCore.Input
typealias Output = TravelPlannerCore.Output
typealias PerformAction = TravelPlannerViewController.PerformAction
