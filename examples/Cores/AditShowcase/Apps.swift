import AditC
import ChatCore
import ProfileCore
import ReaderCore
import TravelPlannerCore

/// Exports the apps of this library, which demonstrate effects, gateways, sources and screens.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(chatApp(), profileApp(), readerApp(), travelPlannerApp()) }
