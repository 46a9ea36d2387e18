import Adit

/// The ways from what older versions have stored.
let uploadMigrations = [
    // Version 1 had "files" with a "name", and tried each of them once.
    StorageMigration(from: 1) { rows in
        try rows.rename("/files", to: "/uploads")
        try rows.updateElements(of: "/uploads") { upload in
            upload["photo"] = upload.removeValue(forKey: "name")
            upload["failures"] = .integer(0)
            upload["due"] = .string("2000-01-01T00:00:00Z")
        }
    }
]
