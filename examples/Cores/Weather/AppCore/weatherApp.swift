import Adit
import AditGateways

/// The app `weather`: forecasts, reports and maps of a server, through the standard gateways.
public func weatherApp() -> App<WeatherState, Message> {
    App(
        "weather", state: WeatherState(), gateways: [httpHost, httpStreamHost, keyValueHost],
        durable: [.requests(to: httpHost)]
    ) { core in
        let reports = core.durable(httpHost, as: "reports", retry: RetryPolicy(maximumAttempts: 10)) { answer in
            .weather(.response(.init(answer)))
        }
        let weather = createWeatherFeature(
            store: core.store, forecasts: core.makeEffects(), downloads: core.makeEffects(), reports: reports,
            output: core.output)
        return [Feature(.weather, weather).dependency(\.http, core.http).dependency(\.keyValue, core.keyValue)]
    }
}
