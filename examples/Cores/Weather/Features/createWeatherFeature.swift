import Adit
import AditGateways

/// Makes the feature of the app: translates its messages for the use cases.
func createWeatherFeature(
    store: StateStore<WeatherState>, forecasts: Effects, downloads: Effects, reports: DurableConnection<HTTPRequest>,
    output: @escaping Output<Message>
) -> Input<Message> {
    func respond(_ response: Message.Weather.Response) { output(.weather(.response(response))) }
    let shower = ShowForecastUseCase(store: store, effects: forecasts) { response in
        switch response {
        case .wasShown(let forecast, let isOld): respond(.wasShown(forecast: forecast, isOld: isOld))
        case .wasNotShown(let city, let error): respond(.wasNotShown(city: city, error: error))
        }
    }
    let downloader = DownloadMapUseCase(store: store, effects: downloads) { response in
        switch response {
        case .isDownloading(let city, let bytes, let all): respond(.isDownloading(city: city, bytes: bytes, of: all))
        case .wasDownloaded(let city, let map): respond(.wasDownloaded(city: city, map: map))
        case .wasNotDownloaded(let city, let error): respond(.wasNotDownloaded(city: city, error: error))
        case .wasCancelled(let city): respond(.wasCancelled(city: city))
        }
    }
    let reporter = ReportWeatherUseCase(store: store, reports: reports)
    return { message in
        switch message {
        case .weather(.request(.use(let server))): store.change(.use(server: server))
        case .weather(.request(.show(let city))): shower.request(.show(city: city))
        case .weather(.request(.report(let city, let text))): try reporter.request(.report(city: city, text: text))
        case .weather(.request(.download(let city))): downloader.request(.download(city: city))
        case .weather(.request(.cancel(let city))): downloader.request(.cancel(city: city))
        case .weather(.response(.wasReported)): store.change(.countReport)
        case .weather(.response): break
        }
    }
}
