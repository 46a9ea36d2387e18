// A Swift program imports this module alone.
@_exported import Adit
