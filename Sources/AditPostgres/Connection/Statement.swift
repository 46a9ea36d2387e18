/// The statements of a store, prepared once for each connection, under the names of the cases.
///
/// $1 is the name of the core in all that have parameters.
enum Statement: String, CaseIterable {
    case begin, beginReading, commit, rollback
    case find, create, raise, endBackend
    case members, parts, elements, entries
    case fence, head
    case put, removeMember, declare, insert, insertFirst, replace, move, moveFirst, remove, removeAll
    case spread
    case append, trim, removeJournal, oldest, written
    case removeMembers, removeElements, removeParts, version

    /// The columns of a core, in the order that ``CoreRow`` reads.
    private static let columns =
        "app, schema_version, epoch, owner, revision, opens, batch, state, ends, sum"

    /// The place behind the element with the id $4, in `p`: a number in the middle half between it and the next one, with few
    /// digits: ten insertions at one place take three more.
    private static let place = """
        (SELECT coalesce(
            round((p.place + n.place) * 0.5, greatest(0, length(n.half) - length(ltrim(n.half, '0.')) - 1)),
            floor(p.place) + 1) AS place
        FROM (SELECT place FROM adit.element WHERE core = $1 AND part = $2 AND id = $4) p
        LEFT JOIN LATERAL (
            SELECT place, ((place - p.place) * 0.5)::text AS half FROM adit.element
            WHERE core = $1 AND part = $2 AND place > p.place ORDER BY place LIMIT 1
        ) n ON true)
        """

    /// The place before all elements.
    private static let first =
        "(SELECT coalesce(ceil(min(place)) - 1, 0) AS place FROM adit.element WHERE core = $1 AND part = $2)"

    var sql: String {
        switch self {
        case .begin: "BEGIN"
        case .beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .find: "SELECT \(Self.columns) FROM adit.core WHERE name = $1"
        case .create:
            """
            INSERT INTO adit.core (name, app, schema_version, owner, sum) VALUES ($1, $2, $3, 0, $4)
            ON CONFLICT DO NOTHING
            """
        // The owner raises it again; for all others, $3 is true.
        case .raise:
            """
            UPDATE adit.core SET epoch = epoch + 1, owner = $2, backend = pg_backend_pid(),
                backend_start = (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
            WHERE name = $1 AND (owner = $2 OR $3) RETURNING \(Self.columns)
            """
        // The times differ if the number is that of another process by now.
        case .endBackend:
            """
            SELECT pg_terminate_backend(a.pid) FROM adit.core c JOIN pg_stat_activity a
                ON a.pid = c.backend AND a.backend_start = c.backend_start
            WHERE c.name = $1 AND a.pid <> pg_backend_pid()
            """
        case .members: "SELECT path, value, sum FROM adit.member WHERE core = $1 ORDER BY path"
        case .parts: "SELECT path FROM adit.part WHERE core = $1 ORDER BY path"
        case .elements: "SELECT id, value, sum, place FROM adit.element WHERE core = $1 AND part = $2 ORDER BY place"
        case .entries:
            """
            SELECT number, revision, opens, time, begins, ends, entries, sum FROM adit.journal
            WHERE core = $1 AND number <= $2 ORDER BY number DESC
            """
        case .fence: "SELECT 1 FROM adit.core WHERE name = $1 AND epoch = $2 FOR NO KEY UPDATE"
        case .head:
            """
            UPDATE adit.core SET revision = $3, opens = $4, batch = $5, state = $6, ends = $7, sum = $8
            WHERE name = $1 AND epoch = $2
            """
        case .put:
            """
            INSERT INTO adit.member (core, path, sum, value) VALUES ($1, $2, $3, $4)
            ON CONFLICT (core, path) DO UPDATE SET sum = excluded.sum, value = excluded.value
            RETURNING (SELECT o.sum FROM adit.member o WHERE o.core = $1 AND o.path = $2)
            """
        case .removeMember: "DELETE FROM adit.member WHERE core = $1 AND path = $2 RETURNING sum"
        case .declare: "INSERT INTO adit.part (core, path) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        case .insert:
            """
            INSERT INTO adit.element (core, part, id, place, sum, value)
            SELECT $1, $2, $3, p.place, $5, $6 FROM \(Self.place) p RETURNING place
            """
        case .insertFirst:
            """
            INSERT INTO adit.element (core, part, id, place, sum, value)
            SELECT $1, $2, $3, p.place, $4, $5 FROM \(Self.first) p RETURNING place
            """
        case .replace:
            """
            UPDATE adit.element e SET sum = $4, value = $5
            FROM (SELECT sum FROM adit.element WHERE core = $1 AND part = $2 AND id = $3) o
            WHERE e.core = $1 AND e.part = $2 AND e.id = $3 RETURNING o.sum
            """
        case .move:
            """
            UPDATE adit.element e SET place = p.place
            FROM (SELECT place FROM adit.element WHERE core = $1 AND part = $2 AND id = $3) o, \(Self.place) p
            WHERE e.core = $1 AND e.part = $2 AND e.id = $3 RETURNING o.place, e.place
            """
        case .moveFirst:
            """
            UPDATE adit.element e SET place = p.place
            FROM (SELECT place FROM adit.element WHERE core = $1 AND part = $2 AND id = $3) o, \(Self.first) p
            WHERE e.core = $1 AND e.part = $2 AND e.id = $3 RETURNING o.place, e.place
            """
        case .remove: "DELETE FROM adit.element WHERE core = $1 AND part = $2 AND id = $3 RETURNING sum, place"
        case .removeAll: "DELETE FROM adit.element WHERE core = $1 AND part = $2 RETURNING sum, place, id"
        // Behind all of them, so that no two have the same place meanwhile.
        case .spread:
            """
            UPDATE adit.element e SET place = o.new
            FROM (
                SELECT id, place, row_number() OVER (ORDER BY place) +
                    (SELECT floor(max(place)) FROM adit.element WHERE core = $1 AND part = $2) AS new
                FROM adit.element WHERE core = $1 AND part = $2) o
            WHERE e.core = $1 AND e.part = $2 AND e.id = o.id RETURNING e.id, o.place, e.place
            """
        case .append:
            """
            INSERT INTO adit.journal (core, number, revision, opens, time, begins, ends, sum, entries)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """
        // The oldest rows, up to the last one that is over a limit.
        case .trim:
            """
            DELETE FROM adit.journal WHERE core = $1 AND number < $2 AND number <= (
                SELECT max(number) FROM (
                    SELECT number, ends, time FROM adit.journal WHERE core = $1 ORDER BY number LIMIT 4096) o
                WHERE ends <= $3 OR time < $4)
            """
        case .removeJournal: "DELETE FROM adit.journal WHERE core = $1"
        case .removeMembers: "DELETE FROM adit.member WHERE core = $1"
        case .removeElements: "DELETE FROM adit.element WHERE core = $1"
        case .removeParts: "DELETE FROM adit.part WHERE core = $1"
        case .version: "UPDATE adit.core SET schema_version = $3 WHERE name = $1 AND epoch = $2"
        case .oldest:
            """
            SELECT number, time, begins, (SELECT count(*) FROM adit.journal WHERE core = $1) FROM adit.journal
            WHERE core = $1 ORDER BY number LIMIT 1
            """
        case .written: "SELECT opens FROM adit.journal WHERE core = $1 AND number = $2"
        }
    }
}
