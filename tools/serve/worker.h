/*
 * worker.h: the child process, which opens a library and drives its cores.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SERVE_WORKER_H
#define SERVE_WORKER_H

/** The descriptor of the child's end of the sockets. */
enum { WORKER_FD = 3 };

/** Runs the child until the server says so or is gone; returns the exit code. */
int worker_run(const char *library);

#endif
