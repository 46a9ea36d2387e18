/*
 * The protocol by which cores keep their state in PostgreSQL (Sources/AditPostgres): one writer for each core, fenced by an
 * epoch. check.sh runs it.
 *
 * A core has a row in the database, with its epoch, its owner, and the number of its batches. Opening a core locks the row,
 * raises the epoch, and makes the opener the owner. A batch is a transaction that first locks the row where the epoch is that of
 * its writer, and then commits. If the connection is cut before the answer, the writer does not know the outcome. It holds the
 * batch, connects again, and raises the epoch where it is still the owner. That waits for the lock, and keeps an earlier
 * transaction from committing later, so the number of batches is the outcome.
 *
 * A client sends each request until it is answered, to any node. A core handles a request once, as the log has its id. When a
 * core is opened, all output in the log is delivered again, with the same cursors.
 *
 * There are FAULTS faults: a connection is cut in a transaction, in either direction; the database ends a backend before it
 * commits; the answer to an opening is lost; a node is killed. A transaction whose client is gone may commit at any later time,
 * or never. A node that is stopped takes no step meanwhile, and another node may open its cores at any time: leases say when
 * that is reasonable, and the protocol is right without them.
 *
 * The loss of a committed transaction is not modelled: a standby that is promoted has all of them if it is synchronous.
 *
 * Three mutations must fail:
 *   READ_HEAD    a writer that does not know an outcome reads the row, without raising the epoch first
 *   NO_FENCE     a batch commits whatever the epoch is
 *   STEAL_BACK   a writer that connects again raises the epoch even if another node is the owner by then
 */
#define NODES 3
#ifndef CORES
#define CORES 2
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef OPENINGS
#define OPENINGS 3 /* of both cores together */
#endif
#define MOST 2     /* requests of a client */
#define last(core) (MOST - (core)) /* the first client has two, the second one */
#define BACKENDS 2 /* that have a transaction of one core at the same time */
#define NOBODY 9

mtype:transaction = { idle, sent, locked, committed, refused }
mtype:work = { closed, open, waiting, unknown }

typedef Row {
    byte epoch;
    byte owner;         /* the number of the opening */
    byte batches;
    byte log[MOST];     /* the request of each batch; its index is the cursor of the output */
    byte writer[MOST];  /* the owner that wrote it */
    byte lock           /* the backend that holds it, or NOBODY */
};
typedef Backend {
    mtype:transaction state = idle;
    bool isCut;         /* its answer is not received */
    bool isLeft;        /* and its client is gone */
    bool isDenied;      /* a client was told that the batch is not written */
    byte epoch;
    byte owner;
    byte batch;         /* the number of batches before it, as its writer knows it */
    byte request
};
typedef Session {       /* a core on a node */
    mtype:work state = closed;
    byte epoch;
    byte owner;
    byte batches;       /* those in its memory */
    byte handled;       /* the requests in its memory, as bits */
    byte request;       /* the one that it is handling */
    byte backend
};
typedef Client {
    byte next;          /* the request that is not answered yet */
    byte node;          /* the one that it waits for, or NOBODY */
    byte heard[MOST]    /* the request of each cursor that it has heard, counted from 1; 0 before */
};

Row row[CORES];
Backend backend[CORES * BACKENDS];
Session session[NODES * CORES];
Client client[CORES];
byte faults;
byte openings;
byte nodes;             /* that have opened a core; nodes are alike, so the next one is the first of the others */
hidden byte i;

#define ROW row[c]
#define BACKEND backend[c * BACKENDS + b]
#define SESSION session[n * CORES + c]
#define CLIENT client[c]
#define MINE backend[c * BACKENDS + SESSION.backend]
#define bitOf(request) (1 << (request))
#define mayAsk(number) (CLIENT.node == NOBODY && CLIENT.next < last(c) && session[number * CORES + c].state != closed)
#define isFree (ROW.lock == NOBODY)

#define mayOpen (SESSION.state == closed && isFree && openings < OPENINGS && n <= nodes)

inline count() {
    if
    :: n == nodes -> nodes++
    :: else
    fi
}

/* The client hears output: the same as before with that cursor, and nothing that is not stored. */
inline hear(cursor, output) {
    assert(cursor < ROW.batches && ROW.log[cursor] == output);
    assert(CLIENT.heard[cursor] == 0 || CLIENT.heard[cursor] == output + 1);
    CLIENT.heard[cursor] = output + 1
}

/* The client of a core is told how its request has ended, unless it waits for another node by now. */
inline answer(isWritten) {
    if
    :: CLIENT.node == n && CLIENT.next == SESSION.request ->
        CLIENT.node = NOBODY;
        if
        :: isWritten -> CLIENT.next++
        :: else
        fi
    :: else
    fi
}

/* The core takes the next message. */
inline resume() {
    SESSION.request = 0;
    SESSION.backend = 0;
    SESSION.state = open
}

inline forget() {
    SESSION.request = 0;
    SESSION.backend = 0;
    SESSION.epoch = 0;
    SESSION.owner = 0;
    SESSION.batches = 0;
    SESSION.handled = 0;
    SESSION.state = closed
}

inline free(ended) {
    ended.state = idle;
    ended.isCut = false;
    ended.isLeft = false;
    ended.isDenied = false;
    ended.epoch = 0;
    ended.owner = 0;
    ended.batch = 0;
    ended.request = 0
}

/* A transaction has ended. Nobody looks at one that was left. */
inline finish(result) {
    BACKEND.state = result;
    if
    :: BACKEND.isLeft -> free(BACKEND)
    :: else
    fi
}

/* The client of a transaction that was cut is gone. */
inline leave() {
    MINE.isCut = true;
    MINE.isLeft = true;
    if
    :: MINE.state == committed || MINE.state == refused -> free(MINE)
    :: else
    fi;
    SESSION.backend = 0
}

inline unlock() {
    if
    :: ROW.lock == b -> ROW.lock = NOBODY
    :: else
    fi
}

/* The batch of a core is known to be written. */
inline tellWritten() {
    hear(SESSION.batches, SESSION.request);
    SESSION.batches++;
    SESSION.handled = SESSION.handled | bitOf(SESSION.request);
    answer(true)
}

/* The batch of a core is known not to be written: it is not stored, and no transaction of it may commit from now on. */
inline tellNotWritten() {
    i = 0;
    do
    :: i == ROW.batches -> break
    :: else -> assert(ROW.log[i] != SESSION.request || ROW.writer[i] != SESSION.owner); i++
    od;
    i = 0;
    do
    :: i == BACKENDS -> break
    :: else ->
        if
        :: backend[c * BACKENDS + i].state != idle && backend[c * BACKENDS + i].owner == SESSION.owner -> backend[c * BACKENDS + i].isDenied = true
        :: else
        fi;
        i++
    od;
    i = 0;
    answer(false)
}

/* A connection to the database, as its backend sees it. */
proctype Connection(byte c; byte b) {
end:
    do
    /* The first statement waits for the lock. */
    :: d_step { BACKEND.state == sent && isFree ->
        if
#ifdef NO_FENCE
        :: true ->
#else
        :: BACKEND.epoch == ROW.epoch ->
#endif
            ROW.lock = b;
            BACKEND.state = locked
#ifndef NO_FENCE
        :: else -> finish(refused)
#endif
        fi }
    :: d_step { BACKEND.state == locked ->
        assert(!BACKEND.isDenied);
        assert(BACKEND.batch == ROW.batches);                             /* one writer for each revision */
        assert(ROW.batches == 0 || ROW.log[0] != BACKEND.request);        /* each request is handled once */
        ROW.log[ROW.batches] = BACKEND.request;
        ROW.writer[ROW.batches] = BACKEND.owner;
        ROW.batches++;
        unlock();
        finish(committed) }
    /* The backend ends before it commits. */
    :: d_step { (BACKEND.state == sent || BACKEND.state == locked) && !BACKEND.isCut && faults < FAULTS ->
        faults++;
        unlock();
        BACKEND.isCut = true;
        BACKEND.state = refused }
    /* One whose client is gone ends as well, unless it commits. */
    :: d_step { (BACKEND.state == sent || BACKEND.state == locked) && BACKEND.isCut -> unlock(); finish(refused) }
    /* The connection is cut. */
    :: d_step { BACKEND.state != idle && !BACKEND.isCut && faults < FAULTS -> faults++; BACKEND.isCut = true }
    od
}

/* A core on a node. */
proctype Core(byte n; byte c) {
end:
    do
    /* It is opened: the epoch is raised, the state is read, and output is delivered again. */
    :: d_step { mayOpen ->
        openings++;
        count();
        ROW.epoch++;
        ROW.owner = openings;
        SESSION.epoch = ROW.epoch;
        SESSION.owner = ROW.owner;
        SESSION.batches = ROW.batches;
        i = 0;
        do
        :: i < ROW.batches ->
            SESSION.handled = SESSION.handled | bitOf(ROW.log[i]);
            hear(i, ROW.log[i]);
            i++
        :: else -> break
        od;
        i = 0;
        SESSION.state = open }
    /* The same, but the answer to the opener is lost. */
    :: d_step { mayOpen && faults < FAULTS ->
        faults++;
        openings++;
        count();
        ROW.epoch++;
        ROW.owner = openings }
    /* A request that it has handled is answered again. */
    :: d_step { SESSION.state == open && CLIENT.node == n && (SESSION.handled & bitOf(CLIENT.next)) ->
        CLIENT.next++;
        CLIENT.node = NOBODY }
    /* Any other begins a transaction. */
    :: d_step { SESSION.state == open && CLIENT.node == n && !(SESSION.handled & bitOf(CLIENT.next)) &&
                (backend[c * BACKENDS].state == idle || backend[c * BACKENDS + 1].state == idle) ->
        SESSION.backend = (backend[c * BACKENDS].state == idle -> 0 : 1);
        SESSION.request = CLIENT.next;
        MINE.state = sent;
        MINE.epoch = SESSION.epoch;
        MINE.owner = SESSION.owner;
        MINE.batch = SESSION.batches;
        MINE.request = SESSION.request;
        SESSION.state = waiting }
    :: d_step { SESSION.state == waiting && !MINE.isCut && MINE.state == committed ->
        free(MINE);
        tellWritten();
        resume() }
    /* It was fenced: its core closes. */
    :: d_step { SESSION.state == waiting && !MINE.isCut && MINE.state == refused ->
        free(MINE);
        tellNotWritten();
        forget() }
    /* The connection is gone: the batch is held. */
    :: d_step { SESSION.state == waiting && MINE.isCut -> leave(); SESSION.state = unknown }
#ifdef READ_HEAD
    :: d_step { SESSION.state == unknown ->
        if
        :: ROW.batches > SESSION.batches -> tellWritten()
        :: else -> tellNotWritten()
        fi;
        resume() }
#else
    :: d_step { SESSION.state == unknown && isFree ->
        if
#ifdef STEAL_BACK
        :: true ->
#else
        :: ROW.owner == SESSION.owner ->
#endif
            ROW.epoch++;
            if
            :: ROW.batches > SESSION.batches -> tellWritten()
            :: else -> tellNotWritten()
            fi;
            SESSION.epoch = ROW.epoch;
            resume()
#ifndef STEAL_BACK
        /* Another node has the core. If it found no further batch, there is none; else the outcome remains unknown here. */
        :: else ->
            if
            :: ROW.batches > SESSION.batches
            :: else -> tellNotWritten()
            fi;
            forget()
#endif
        fi }
    /* The epoch is raised, but the answer is lost: the batch is still held. */
    :: d_step { SESSION.state == unknown && isFree && ROW.owner == SESSION.owner && faults < FAULTS -> faults++; ROW.epoch++ }
#endif
    od
}

/* Kills a node: both of its cores are gone, and their connections are cut. */
proctype Killer(byte n) {
    byte c;
end:
    do
    :: d_step { faults < FAULTS && (session[n * CORES].state != closed || session[n * CORES + CORES - 1].state != closed) ->
        faults++;
        c = 0;
        do
        :: c < CORES ->
            if
            :: SESSION.state == waiting -> leave()
            :: else
            fi;
            forget();
            c++
        :: else -> break
        od;
        c = 0 }
    od
}

/* The client of a core. */
proctype Sender(byte c) {
end:
    do
    :: d_step { mayAsk(0) -> CLIENT.node = 0 }
    :: d_step { mayAsk(1) -> CLIENT.node = 1 }
    :: d_step { mayAsk(2) -> CLIENT.node = 2 }
    /* Its patience ends, or its node is gone. */
    :: d_step { CLIENT.node != NOBODY -> CLIENT.node = NOBODY }
    od
}

init {
    byte c, n;
    atomic {
        for (c : 0 .. CORES - 1) {
            ROW.lock = NOBODY;
            CLIENT.node = NOBODY;
            run Sender(c);
            run Connection(c, 0);
            run Connection(c, 1);
            for (n : 0 .. NODES - 1) { run Core(n, c) }
        }
        for (n : 0 .. NODES - 1) { run Killer(n) }
        c = 0;
        n = 0
    }
}
