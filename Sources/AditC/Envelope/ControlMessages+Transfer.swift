import Adit
import AditJSON

// The catalog's schemas of exports and imports.
extension ControlMessages {
    /// The messages that a host may send.
    static var transfersToCore: [Schema.Case] {
        [
            Schema.Case(
                "@export",
                "Writes the state, as it is now, to a file while the core goes on; @exported says that it is there.",
                .labelled([
                    file,
                    Schema.Member(
                        "replace", "Whether a file that is there is replaced; never a store or a recording.",
                        hasDefault: true, .boolean),
                ])),
            Schema.Case(
                "@import",
                "Reads a state from a file and puts it in the place of the present one; @imported says that it is there.",
                .labelled([file])),
        ]
    }

    /// The messages that a host receives.
    static var transfersToHost: [Schema.Case] {
        [
            Schema.Case(
                "@progress", "How far a long piece of work has come.",
                .labelled([
                    Schema.Member(
                        "work", "What is done.", .texts(["export", "import", "replay"].map { Schema.Choice($0) })),
                    file,
                    Schema.Member(
                        "done",
                        "How much is done: steps of an export, bytes of an import; of a replay, bytes or entries.",
                        count),
                    Schema.Member("of", "How much there is in all.", count),
                ])),
            Schema.Case(
                "@exported", "An export is complete: the file is there, and on the disk.",
                .labelled([
                    file, Schema.Member("revision", "Of which state: how many messages had changed it.", count),
                    Schema.Member("bytes", "How long the file is.", count),
                ])),
            Schema.Case(
                "@imported", "An import is complete: the state is the one that was read.",
                .labelled([file, Schema.Member("revision", "How many messages have changed the state.", count)])),
            Schema.Case(
                "@replayed", "A replay has come to its end; @error says where it differs from what was recorded.",
                .labelled([
                    file, Schema.Member("messages", "How many messages came out as they were recorded.", count),
                    Schema.Member("entries", "How many entries did.", count),
                    Schema.Member("revision", "How many messages have changed the state.", count),
                    Schema.Member("equal", "Whether all that was recorded came out as it was.", .boolean),
                    Schema.Member(
                        "complete", "Whether it ends with the closing of the core, which otherwise was killed.",
                        .boolean),
                    Schema.Member(
                        "torn", "The number of a last line that was not written to its end.", .optional(count)),
                    Schema.Member(
                        "omitted", "How many entries of a store were left out, as what was before is not known.",
                        .optional(count)),
                    Schema.Member(
                        "migratedFrom", "The version of the recorded state, where it was older and was migrated.",
                        .optional(count)),
                    Schema.Member("scenario", "The path of the scenario that was made of it.", .optional(.string)),
                ])),
        ]
    }

    private static var file: Schema.Member { Schema.Member("path", "The path of the file.", .string) }
}
