import Adit

/// The app `accounts`: who buys.
public func accountsApp() -> App<AccountsState, AccountsMessage> {
    App("accounts", state: AccountsState()) { core in
        [
            Feature(.registration, createRegistrationFeature(store: core.store, output: core.output)),
            Feature(.sessions, createSessionsFeature(store: core.store, output: core.output)),
            Feature(.addresses, createAddressesFeature(store: core.store, output: core.output)),
            Feature(.news, createNewsFeature(store: core.store, output: core.output)),
        ]
    }
}
