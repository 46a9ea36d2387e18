/// The statements of a store, prepared once for each connection, under the names of the cases.
///
/// $1 is the name of the core in all that have parameters.
enum Statement: String, CaseIterable {
    case begin, beginReading, beginUnsynced, commit, rollback
    case find, create, raise, endBackend
    case members, parts, elements, entries
    case fence, head
    case put, removeMember, declare, insert, insertFirst, insertAll, replace, move, moveFirst, remove, removeAll
    case spread
    case append, trim, removeJournal, oldest, written
    case removeMembers, removeElements, removeParts, version

    /// The columns of a core, in the order that ``CoreRow`` reads.
    private static let columns =
        "app, schema_version, epoch, owner, revision, opens, batch, state, ends, sum"

    /// The condition of a table's elements for all that goes by their places. It is the expression of their index, which
    /// nothing else has: of two indexes that begin with the same columns, a database without statistics may take either.
    private static let list = #"core || '\/' || part = $1::text || '\/' || $2::text"#

    /// The place behind the element with the id $4, in `p`: a number in the middle half between it and the next one, with few
    /// digits: ten insertions at one place take three more.
    private static let place = """
        (SELECT coalesce(
            round((p.place + n.place) * 0.5, greatest(0, length(n.half) - length(ltrim(n.half, '0.')) - 1)),
            floor(p.place) + 1) AS place
        FROM (SELECT place FROM adit.element WHERE core = $1 AND part = $2 AND id = $4) p
        LEFT JOIN LATERAL (
            SELECT place, ((place - p.place) * 0.5)::text AS half FROM adit.element
            WHERE \(list) AND place > p.place ORDER BY place LIMIT 1
        ) n ON true)
        """

    /// The place before all elements.
    private static let first =
        "(SELECT coalesce(ceil(min(place)) - 1, 0) AS place FROM adit.element WHERE \(list))"

    var sql: String {
        switch self {
        case .begin: "BEGIN"
        case .beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .beginUnsynced: "SET LOCAL synchronous_commit = off"
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
        case .elements: "SELECT id, value, sum, place FROM adit.element WHERE \(Self.list) ORDER BY place"
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
        // Behind $4, in steps to the next element; a place has one digit more than its step, so that no two are the same.
        case .insertAll:
            """
            WITH p AS MATERIALIZED (
                SELECT p.place, s.step, length(s.step::text) - length(ltrim(s.step::text, '0.')) AS digits
                FROM (SELECT place FROM adit.element WHERE core = $1 AND part = $2 AND id = $4) p
                LEFT JOIN LATERAL (
                    SELECT (place - p.place) / (cardinality($3::text[]) + 1) AS step FROM adit.element
                    WHERE \(Self.list) AND place > p.place ORDER BY place LIMIT 1) s ON true)
            INSERT INTO adit.element (core, part, id, place, sum, value)
            SELECT $1, $2, r.id, coalesce(round(p.place + p.step * r.number, p.digits), floor(p.place) + r.number), r.sum, r.value
            FROM p, unnest($3::text[], $5::bigint[], $6::text[]) WITH ORDINALITY AS r (id, sum, value, number)
            RETURNING place, id
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
        case .removeAll: "DELETE FROM adit.element WHERE \(Self.list) RETURNING sum, place, id"
        // All are deleted before the first is inserted, as it needs their order. An update of the rows that are selected would
        // be a join, which a database without statistics may do row by row.
        case .spread:
            """
            WITH old AS (DELETE FROM adit.element WHERE \(Self.list) RETURNING id, sum, value, place),
                new AS (SELECT id, sum, value, place, row_number() OVER (ORDER BY place) AS next FROM old),
                inserted AS (
                    INSERT INTO adit.element (core, part, id, place, sum, value)
                    SELECT $1, $2, id, next, sum, value FROM new)
            SELECT id, place, next FROM new
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
