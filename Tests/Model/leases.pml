/*
 * The protocol by which nodes of adit serve know which cores are their own (tools/AditServe/Nodes, tools/AditNodes/Directory.swift).
 * check.sh runs it. Fencing (fencing.pml) sees to one writer for each core; leases see to it that a node with an old state of a
 * core does not answer from it.
 *
 * A node has a lease by the database's clock, and renews it. By its own clock, it counts the lease from before it asked for it. A core
 * has a place: the node that has it. A node takes a core whose node has no lease, and opens it: that raises its epoch, and reads
 * its state. While a node's lease is over by its own clock, nothing that its cores say is passed on. When it is renewed, the answer
 * says which cores are still its own; it gives up the others.
 *
 * Time is one for all: clocks that run at rates that differ by less than a tenth are in the tenth that a node leaves unused. Any step may take
 * any time: a request and its answer are under way, or are lost; a node is stopped as long as it takes no step; what a core says
 * is passed on later. A node is killed, and is at once there again under its name.
 *
 * The claim: what a client reads is no older than what any client heard before.
 *
 * Mutations, which must fail:
 *   NO_CHECK      what cores say is passed on without a look at the lease
 *   FROM_ANSWER   a node counts its lease from the answer
 *   KEEP_ALL      a node that renews a lease that was over keeps all of its cores
 *   NO_LAPSES     a place that was found before a lease was over is taken for its own after that
 */
#ifndef NODES
#define NODES 2
#endif
#ifndef CORES
#define CORES 1
#endif
#ifndef WRITES
#define WRITES 1    /* of each core */
#endif
#ifndef OPENINGS
#define OPENINGS 3  /* of all cores together */
#endif
#ifndef KILLS
#define KILLS 0
#endif
#ifndef END
#define END 5       /* of time */
#endif
#define LEASE 2
#define NOWHERE 9

mtype:request = { idle, sent, answered }
mtype:answer = { here, there, noLease }
mtype:work = { sought, opening, open }

typedef Core {      /* its row and its place in the database */
    byte node = NOWHERE;
    byte incarnation;
    byte epoch;
    byte value;
    byte heard      /* the highest value that a client has heard */
};
typedef Node {
    byte expires;       /* its lease, by the database */
    byte incarnation;
    byte deadline;      /* its lease, as it counts it */
    mtype:request renewal = idle;
    byte renewalSent;
    byte own;           /* the answer: its cores, as bits */
    mtype:request place = idle;
    bit isOld;          /* the lease was over since the place was asked for */
    byte placeCore;
    mtype:answer placeAnswer = noLease
};
typedef Session {   /* a core at a node */
    mtype:work state = sought;
    byte epoch;
    byte value;
    byte said       /* the value that it has said, and that is not passed on yet, and 1; or 0 */
};

Core core[CORES];
Node node[NODES];
Session session[NODES * CORES];
byte now;
byte openings;
byte kills;
hidden byte i;

#define CORE core[c]
#define SESSION session[n * CORES + c]
#define LEASED(number) (node[number].expires > now)
#define HAS_LEASE (now < node[n].deadline)
#define HOLDS (CORE.node == n && CORE.incarnation == node[n].incarnation)

inline forget(number) {
    session[number].state = sought;
    session[number].epoch = 0;
    session[number].value = 0;
    session[number].said = 0
}

proctype Clock() {
end:
    do
    :: d_step { now < END ->
        now++;
        i = 0;
        do
        :: i == NODES -> break
        :: else ->
            /* What is over is over: a time says no more. */
            if
            :: node[i].expires <= now -> node[i].expires = 0
            :: else
            fi;
            if
            :: node[i].deadline <= now -> node[i].deadline = 0
            :: else
            fi;
            i++
        od;
        i = 0 }
    od
}

proctype Lease(byte n) {
end:
    do
    :: d_step { node[n].renewal == idle -> node[n].renewal = sent; node[n].renewalSent = now }
    /* The database renews it, also if it was over, and says what the node has. */
    :: d_step { node[n].renewal == sent ->
        node[n].expires = now + LEASE;
        node[n].own = 0;
        i = 0;
        do
        :: i == CORES -> break
        :: else ->
            if
            :: core[i].node == n && core[i].incarnation == node[n].incarnation -> node[n].own = node[n].own | (1 << i)
            :: else
            fi;
            i++
        od;
        i = 0;
        node[n].renewal = answered }
    :: d_step { node[n].renewal == answered ->
        if
        :: !HAS_LEASE ->
            node[n].isOld = (node[n].place != idle);
#ifndef KEEP_ALL
            i = 0;
            do
            :: i == CORES -> break
            :: else ->
                if
                :: !(node[n].own & (1 << i)) -> forget(n * CORES + i)
                :: else
                fi;
                i++
            od;
            i = 0
#endif
        :: else
        fi;
#ifdef FROM_ANSWER
        node[n].deadline = now + LEASE;
#else
        node[n].deadline = node[n].renewalSent + LEASE;
#endif
        node[n].own = 0;
        node[n].renewalSent = 0;
        node[n].renewal = idle }
    /* The question or the answer is lost. */
    :: d_step { node[n].renewal != idle -> node[n].own = 0; node[n].renewalSent = 0; node[n].renewal = idle }
    /* The node is killed, and registers again. */
    :: d_step { kills < KILLS ->
        kills++;
        i = 0;
        do
        :: i == CORES -> break
        :: else -> forget(n * CORES + i); i++
        od;
        i = 0;
        node[n].incarnation++;
        node[n].own = 0;
        node[n].renewal = idle;
        node[n].place = idle;
        node[n].isOld = 0;
        node[n].placeAnswer = noLease;
        node[n].placeCore = 0;
        node[n].renewalSent = 0;
        node[n].expires = now + LEASE;
        node[n].deadline = now + LEASE }
    od
}

/* A node, and the core that it is asked for. */
proctype Place(byte n; byte c) {
end:
    do
    :: d_step { node[n].place == idle && SESSION.state == sought ->
        node[n].place = sent;
        node[n].placeCore = c }
    :: d_step { node[n].place == sent && node[n].placeCore == c ->
        if
        :: HOLDS -> node[n].placeAnswer = here
        :: else ->
            if
            :: CORE.node != NOWHERE && core[c].incarnation == node[core[c].node].incarnation && LEASED(core[c].node) -> node[n].placeAnswer = there
            :: else ->
                if
                :: LEASED(n) ->
                    CORE.node = n;
                    CORE.incarnation = node[n].incarnation;
                    node[n].placeAnswer = here
                :: else -> node[n].placeAnswer = noLease
                fi
            fi
        fi;
        node[n].place = answered }
    :: d_step { node[n].place == answered && node[n].placeCore == c ->
        if
        :: node[n].placeAnswer == here && HAS_LEASE &&
#ifdef NO_LAPSES
           true
#else
           !node[n].isOld
#endif
           -> SESSION.state = opening
        :: else /* it is asked for again */
        fi;
        node[n].placeAnswer = noLease;
        node[n].isOld = 0;
        node[n].placeCore = 0;
        node[n].place = idle }
    /* It is opened, however long that took. */
    :: d_step { SESSION.state == opening && openings < OPENINGS ->
        openings++;
        CORE.epoch++;
        SESSION.epoch = CORE.epoch;
        SESSION.value = CORE.value;
        SESSION.said = 0;
        SESSION.state = open }
    /* It writes, and says the new value. */
    :: d_step { SESSION.state == open && SESSION.said == 0 && CORE.value < WRITES ->
        if
        :: SESSION.epoch == CORE.epoch ->
            CORE.value++;
            SESSION.value = CORE.value;
            SESSION.said = SESSION.value + 1
        /* It is fenced, and closes. */
        :: else -> forget(n * CORES + c)
        fi }
    /* It is read. */
    :: d_step { SESSION.state == open && SESSION.said == 0 -> SESSION.said = SESSION.value + 1 }
    /* What it has said is passed on. The question may have come at any time before; it came behind all that was heard if it has
     * just come. */
    :: d_step { SESSION.said != 0 &&
#ifndef NO_CHECK
                HAS_LEASE &&
#endif
                true ->
        assert(SESSION.said - 1 >= CORE.heard);
        CORE.heard = SESSION.said - 1;
        SESSION.said = 0 }
    od
}

init {
    byte c, n;
    atomic {
        for (n : 0 .. NODES - 1) {
            node[n].expires = LEASE;
            node[n].deadline = LEASE;
            run Lease(n);
            for (c : 0 .. CORES - 1) { run Place(n, c) }
        }
        c = 0;
        n = 0;
        run Clock()
    }
}
