/// The version of Adit: `ADIT_VERSION` of adit.h.
package let libraryVersion = "0.1.0"
