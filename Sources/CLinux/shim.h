/* What Adit needs of Linux that Swift's Glibc module leaves out. */
#ifndef ADIT_CLINUX_SHIM_H
#define ADIT_CLINUX_SHIM_H

#include <sys/eventfd.h>
#include <sys/random.h>

#endif
