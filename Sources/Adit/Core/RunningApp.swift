import AditState

/// An app with its state: the loop that handles its messages, and the parts that a host uses. Made by
/// ``App/makeCore(state:gateways:limits:time:context:bringing:)``. The core's loop; `coding` is for any thread.
package final class RunningApp {
    package let loop: EventLoop
    package let coding: MessageCoding
    /// The names of the gateways that the app lists.
    package let gateways: [String]
    /// The state, for reads and subscriptions.
    package let reading: any StateReading
    /// The subscriptions with possible updates.
    package let subscriptions: Subscriptions
    /// The figures of its messages; nil if the app does not use them.
    package let figures: Figures?
    /// Returns whether a message is a step of the undo history; nil if the app offers no undo.
    package let isStep: ((AnyMessage) -> Bool)?
    /// The object that the features' outputs retain, for tests that detect leaks.
    package let outputs: Outputs
    private let forgetObservers: () -> Void

    /// - Parameter forgetObservers: called when the app is released.
    init(
        loop: EventLoop, coding: MessageCoding, gateways: [String], reading: any StateReading, figures: Figures?,
        isStep: ((AnyMessage) -> Bool)?, outputs: Outputs, forgetObservers: @escaping () -> Void
    ) {
        self.loop = loop
        self.coding = coding
        self.gateways = gateways
        self.reading = reading
        subscriptions = reading.subscriptions
        self.figures = figures
        self.isStep = isStep
        self.outputs = outputs
        self.forgetObservers = forgetObservers
    }

    deinit { forgetObservers() }
}
