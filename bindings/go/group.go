package adit

// #include "glue.h"
import "C"

import (
	"runtime"
	"time"
)

// Group is cores with one descriptor, of which one call drives those that have work. Each leaves the group as it closes.
type Group struct {
	library *Library
	id      C.adit_group
}

// OpenGroup opens a group.
func (l *Library) OpenGroup() (*Group, error) {
	group := &Group{library: l}
	if code := C.glue_group_open(l.functions, &group.id); code < 0 {
		return nil, l.failure(code)
	}
	return group, nil
}

// Add adds a core. The error is ErrInvalid if it is in a group.
func (g *Group) Add(core *Core) error {
	if core == nil {
		return failure(ErrInvalid, "found nil; a core is expected")
	}
	defer runtime.KeepAlive(core)
	return g.result(C.glue_group_add(g.library.functions, g.id, core.inner.id))
}

// Process drives each core that has work, once. If none has, it waits for the first. It panics with the first panic of a callback.
func (g *Group) Process(timeout time.Duration) (int, error) {
	defer g.library.waiting.Range(func(_, core any) bool { core.(*inner).sendUnsent(); return true })
	code := drive(func(panicked *C.uintptr_t) C.int32_t {
		return C.glue_group_process(g.library.functions, g.id, milliseconds(timeout), panicked)
	}, func() { _, _ = g.Process(0) })
	return int(code), g.result(code)
}

// FD returns a descriptor that is readable while one of the cores has work and nobody does it.
func (g *Group) FD() (int, error) {
	code := C.glue_group_fd(g.library.functions, g.id)
	return int(code), g.result(code)
}

// Close ends the group. Its cores stay open.
func (g *Group) Close() error { return g.result(C.glue_group_close(g.library.functions, g.id)) }

func (g *Group) result(code C.int32_t) error {
	if code < 0 {
		return g.library.failure(code)
	}
	return nil
}
