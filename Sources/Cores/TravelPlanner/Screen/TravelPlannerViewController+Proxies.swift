// Proxies for a user interface. Each performs its action, and nothing else.
extension TravelPlannerViewController {
    func fromLocationPressed() { actionPerformed = .fromLocationRowPressed(location: fromLocationRow.location) }

    func toLocationPressed() { actionPerformed = .toLocationRowPressed(location: toLocationRow.location) }

    func switchButtonPressed() { actionPerformed = .switchLocationButtonPressed }

    func departureArrivalPressed() {
        let row = departureArrivalRow
        actionPerformed = .departureArrivalRowPressed(queryType: row.queryType, date: row.date)
    }

    func nowPressed() { actionPerformed = .nowButtonPressed }

    func travelOptionsPressed() { actionPerformed = .travelOptionsButtonPressed }

    func directToOptionsPressed() { actionPerformed = .widgetDirectTo_optionsButtonPressed }

    func directToConfigureAddressPressed() { actionPerformed = .widgetDirectTo_configureAddressButtonPressed }

    func directToLocationPressed(_ location: Location) {
        actionPerformed = .widgetDirectTo_selectLocation(location: location)
    }

    func ciCoOptionsPressed() { actionPerformed = .widgetCiCo_optionsButtonPressed }
}
