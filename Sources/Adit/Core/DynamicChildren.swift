/// Child cores that come and go with their parts of the state. The core's loop.
protocol DynamicChildren: AnyObject {
    /// Ends all of them: cancels their effects.
    func endAll()
}
