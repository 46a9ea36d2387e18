import AditC
import WeatherCore

/// Exports the app of this library, which demonstrates the standard gateways.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(weatherApp()) }
