import Adit
import AditGateways
import AditTesting
import Testing

@testable import WeatherCore

/// The app as its users see it; the test plays the host and its server.
@Suite struct WeatherStoryTests {
    private let forecast = Forecast(city: "Oslo", degrees: -3.5, sky: "snow")
    private let json = JSON.object(["city": .string("Oslo"), "degrees": .number(-3.5), "sky": .string("snow")])
    private let answer = HTTPResponse(status: 200, text: #"{"city":"Oslo","degrees":-3.5,"sky":"snow"}"#)

    private var request: HTTPRequest {
        var request = HTTPRequest(.get, "https://weather.example/forecast/Oslo.json")
        (request.timeout, request.attempts) = (.seconds(5), 2)
        return request
    }

    @Test func aForecastOfTheServerIsKeptAndShown() {
        GIVEN(weatherApp())
            .WHEN(.weather(.request(.show(city: "Oslo"))))
            .THEN(httpHost, isAsked: request)
            .WHEN(httpHost, replies: answer)
            .THEN(keyValueHost, isAsked: .put(key: "Oslo", value: json))
            .WHEN(keyValueHost, replies: KeyValueReply())
            .THEN(.weather(.response(.wasShown(forecast: forecast, isOld: false))))
            .runTests()
    }

    @Test func withoutTheServerTheForecastOfBeforeIsShown() {
        GIVEN(weatherApp())
            .WHEN(.weather(.request(.show(city: "Oslo"))))
            .THEN(httpHost, isAsked: request)
            .WHEN(httpHost, replies: HTTPResponse(status: 503, text: ""))
            .THEN(keyValueHost, isAsked: .get(key: "Oslo"))
            .WHEN(keyValueHost, replies: KeyValueReply(value: json))
            .THEN(.weather(.response(.wasShown(forecast: forecast, isOld: true))))
            .runTests()
    }

    @Test func withoutAServerAndAForecastTheErrorIsShown() {
        GIVEN(weatherApp())
            .WHEN(.weather(.request(.show(city: "Oslo"))))
            .THEN(httpHost, isAsked: request)
            .WHEN(httpHost, replies: HTTPResponse(status: 503, text: ""))
            .THEN(keyValueHost, isAsked: .get(key: "Oslo"))
            .WHEN(keyValueHost, replies: KeyValueReply())
            .THEN(.weather(.response(.wasNotShown(city: "Oslo", error: "the server answered 503"))))
            .runTests()
    }

    @Test func aReportReachesTheServerAlsoIfTheProcessEndsMeanwhile() {
        var report = HTTPRequest(.post, "https://weather.example/reports/Oslo", body: .text("sunny"))
        (report.attempts, report.idempotencyKey) = (3, "00000000-0000-0000-0000-000000000000")
        GIVEN(weatherApp(), store: true) { $0.uuid = .incrementing }
            .WHEN(.weather(.request(.report(city: "Oslo", text: "sunny"))))
            .THEN(httpHost, isAsked: report)
            .reopen()
            .THEN(httpHost, isAsked: report)
            .WHEN(httpHost, replies: HTTPResponse(status: 201, text: ""))
            .THEN(.weather(.response(.wasReported(city: "Oslo"))))
            .THEN(\.reports, is: 1)
            .runTests()
    }

    @Test func aMapIsDownloadedAsABlobWithItsProgress() {
        var request = HTTPRequest(.get, "https://weather.example/maps/Oslo")
        (request.timeout, request.form) = (.seconds(3600), .blob)
        let map = Blob(id: "b5bb9d80", bytes: 100)
        GIVEN(weatherApp())
            .WHEN(.weather(.request(.download(city: "Oslo"))))
            .THEN(httpStreamHost, isAsked: request)
            .WHEN(httpStreamHost, sends: .received(bytes: 10, of: 100))
            .THEN(.weather(.response(.isDownloading(city: "Oslo", bytes: 10, of: 100))))
            .WHEN(httpStreamHost, sends: .finished(map))
            .THEN(.weather(.response(.wasDownloaded(city: "Oslo", map: map))))
            .WHEN(ends: httpStreamHost)
            .runTests()
    }

    @Test func aDownloadIsCancelledAtTheHost() {
        var request = HTTPRequest(.get, "https://weather.example/maps/Oslo")
        (request.timeout, request.form) = (.seconds(3600), .blob)
        GIVEN(weatherApp())
            .WHEN(.weather(.request(.download(city: "Oslo"))))
            .THEN(httpStreamHost, isAsked: request)
            .WHEN(.weather(.request(.cancel(city: "Oslo"))))
            .THEN(.weather(.response(.wasCancelled(city: "Oslo"))))
            .THEN(isCancelled: httpStreamHost)
            .runTests()
    }
}
