// Package adit is Adit, an embeddable application core, for Go. All business logic and all state is in a core, of an app in a shared library;
// a host sends it messages and receives messages, both JSON. The library is loaded at run time.
//
// Adit has no thread: a core runs inside of the calls that drive it, and so does its callback. Run drives a core in one goroutine, which
// waits in Go's network poller and holds no thread meanwhile.
package adit

// #include "glue.h"
// #include <stdlib.h>
import "C"

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"runtime/cgo"
	"syscall"
	"time"
	"unsafe"
)

// Forever is a timeout without limit.
const Forever time.Duration = -1

// Options are how a core is opened. The zero value is a core whose messages nobody gets.
type Options struct {
	// Config is a JSON object (docs/abi.md lists the keys): a text, as []byte, json.RawMessage or string, or a value. Nil is {}.
	Config any

	// OnMessage gets the messages of the core, in order, on the goroutine that drives: all but those that a request, a mirror or a gateway
	// takes. A panic in it comes out of the call that drives. Where it ends its goroutine (runtime.Goexit, testing.T.FailNow), the other
	// messages are delivered before.
	OnMessage func(text []byte)

	// Messages gets them as well. While it is full, the call that drives waits; so another goroutine has to receive. Closing the core
	// closes it; what does not fit then is dropped.
	Messages chan<- []byte

	// Gateways are served by these functions, and listed in the config by themselves.
	Gateways map[string]Gateway

	// Pull selects pull mode: messages wait until Receive returns them.
	Pull bool
}

// Core is an open core. Any goroutine may call it; one drives it at a time. A core that is collected by the garbage collector is closed.
type Core struct {
	inner *inner
}

// OpenCore opens a core of an app. The error is ErrApp, ErrConfig or ErrJSON, and with a store in the config ErrStore, ErrLocked or
// ErrSchema. With store.check or store.repair no core is opened: use Verdict.
func (l *Library) OpenCore(app string, options *Options) (*Core, error) {
	core, verdict, err := l.open(app, options)
	if err == nil && core == nil {
		err = failure(ErrInvalid, "found store.check or store.repair (%s); Verdict is for these", verdict)
	}
	return core, err
}

// Verdict returns what the library says of a store, with store.check or store.repair in the config.
func (l *Library) Verdict(app string, config any) (string, error) {
	core, verdict, err := l.open(app, &Options{Config: config})
	if err == nil && core != nil {
		_ = core.Close(Forever)
		return "", failure(ErrInvalid, "found neither store.check nor store.repair in the config")
	}
	return verdict, err
}

func (l *Library) open(app string, options *Options) (*Core, string, error) {
	if options == nil {
		options = &Options{}
	}
	for name, gateway := range options.Gateways {
		if gateway == nil {
			return nil, "", failure(ErrInvalid, "found nil as the gateway %q; a function is expected", name)
		}
	}
	config, err := configText(options)
	if err != nil {
		return nil, "", err
	}
	name, err := cString(app, ErrApp, "an app")
	if err != nil {
		return nil, "", err
	}
	defer C.free(unsafe.Pointer(name))
	opened := &inner{
		library: l, pulls: options.Pull, onMessage: options.OnMessage, channel: options.Messages,
		gateways: options.Gateways, closing: make(chan struct{}), ended: make(chan struct{}),
	}
	opened.routing.used.Store(len(options.Gateways) > 0)
	var handle cgo.Handle
	if !options.Pull {
		handle = cgo.NewHandle(opened) // freed by aditGoRelease, which Adit calls once, also if it opens nothing
	}
	verdict, err := l.toldText(func(fault *C.adit_error) C.int32_t {
		return C.glue_open(l.functions, name, start(config), C.size_t(len(config)), C.uintptr_t(handle), &opened.id, fault)
	})
	if err != nil || opened.id == 0 {
		return nil, verdict, err
	}
	core := &Core{opened}
	runtime.SetFinalizer(core, func(collected *Core) {
		// Not on the goroutine of finalizers, which a callback could keep.
		go func() {
			defer func() { _ = recover() }()
			_ = collected.inner.close(5000)
		}()
	})
	return core, verdict, nil
}

// configText is the config with the names of the gateways. One that is no object stays as it is: Adit says what is wrong.
func configText(options *Options) ([]byte, error) {
	text := []byte("{}")
	if options.Config != nil {
		var err error
		if text, err = textOf(options.Config); err != nil {
			return nil, err
		}
	}
	var config map[string]json.RawMessage
	var listed []string
	if len(options.Gateways) == 0 || json.Unmarshal(text, &config) != nil || config == nil {
		return text, nil
	}
	if names, isThere := config["gateways"]; isThere && json.Unmarshal(names, &listed) != nil {
		return text, nil
	}
	known := map[string]bool{}
	for _, name := range listed {
		known[name] = true
	}
	for name := range options.Gateways {
		if !known[name] {
			listed = append(listed, name)
		}
	}
	names, err := json.Marshal(listed)
	if err != nil {
		return nil, err
	}
	config["gateways"] = names
	return json.Marshal(config)
}

// Send queues a message: a text, as []byte, json.RawMessage or string, which Adit gets as it is, or a value for encoding/json. It is parsed
// and checked here, and handled when the core is driven. It never blocks, and may be called from the callback.
//
// With nothing queued, the error is ErrJSON with its offset, ErrMessage, ErrSize, ErrFull, ErrClosed, ErrCore or ErrDenied.
func (c *Core) Send(message any) error {
	defer runtime.KeepAlive(c)
	text, err := textOf(message)
	if err != nil {
		return err
	}
	return c.inner.send(text)
}

// Submit queues a message on behalf of a client, whose texts the host relays (docs/abi.md).
func (c *Core) Submit(client string, message any) error {
	defer runtime.KeepAlive(c)
	text, err := textOf(message)
	if err != nil {
		return err
	}
	name, err := cString(client, ErrInvalid, "a client")
	if err != nil {
		return err
	}
	defer C.free(unsafe.Pointer(name))
	return c.inner.library.told(func(fault *C.adit_error) C.int32_t {
		return C.glue_submit(c.inner.library.functions, c.inner.id, name, start(text), C.size_t(len(text)), fault)
	})
}

// Process drives the core: it handles what is queued, and calls the callback. With nothing to do, it waits. It returns the number of messages
// that the core has put out. The error is ErrBusy, ErrCore, ErrClosed, ErrFork or ErrMemory.
//
// It panics with the panic of the callback, if that had one; the core can be used afterwards.
func (c *Core) Process(timeout time.Duration) (int, error) {
	defer runtime.KeepAlive(c)
	return c.inner.process(milliseconds(timeout))
}

// Receive drives a core in pull mode until there is a message for the host. It returns nil if there was none in time.
func (c *Core) Receive(timeout time.Duration) ([]byte, error) {
	defer runtime.KeepAlive(c)
	for {
		text, err := c.inner.received(milliseconds(timeout), 0)
		if err != nil || text == nil || !c.inner.take(text) {
			return text, err
		}
	}
}

// ReceiveAll drives a core in pull mode until there is a message, and returns all that wait. There are none if there was none in time.
func (c *Core) ReceiveAll(timeout time.Duration) ([]json.RawMessage, error) {
	defer runtime.KeepAlive(c)
	text, err := c.inner.received(milliseconds(timeout), 1)
	if err != nil || text == nil {
		return nil, err
	}
	var messages []json.RawMessage
	rest, panicked := c.inner.remaining(text)
	repanic(panicked)
	return messages, json.Unmarshal(rest, &messages)
}

// Call sends a message, drives the core until it is handled, and returns its output as a JSON array, without what a request, a mirror or a
// gateway takes. The timeout is for another goroutine that drives. It panics with the panic of a callback; OnMessage gets the output then.
func (c *Core) Call(message any, timeout time.Duration) (json.RawMessage, error) {
	defer runtime.KeepAlive(c)
	text, err := textOf(message)
	if err != nil {
		return nil, err
	}
	return c.inner.call(text, milliseconds(timeout))
}

// FD returns a descriptor that is readable while the core has work and nobody drives it. Poll it; never read, write or close it.
func (c *Core) FD() (int, error) {
	defer runtime.KeepAlive(c)
	return c.inner.fd()
}

// IsReady tells whether that descriptor is readable now: whether there is work.
func (c *Core) IsReady() (bool, error) {
	file, err := c.FD()
	return err == nil && C.glue_is_readable(C.int(file)) != 0, err
}

// Wakeup makes the waiting Process return, or the next one not wait.
func (c *Core) Wakeup() error {
	defer runtime.KeepAlive(c)
	return c.inner.wakeup()
}

// Close closes the core: effects are cancelled, what was not handled is answered by an @error, @closed is the last message. Requests, mirrors
// and gateways that are pending fail.
//
// The error is ErrCore if it is closed already; ErrTimedOut if an effect ignored its cancellation: the core is closed nevertheless; ErrBusy
// from its own callback, or if another goroutine did not leave its callback in time: the core is unchanged.
func (c *Core) Close(timeout time.Duration) error {
	defer runtime.KeepAlive(c)
	return c.inner.close(milliseconds(timeout))
}

// Run drives the core until it is closed, and returns nil then, or until the context is done, and returns its error. It waits for the core's
// descriptor in Go's network poller. A panic of the callback comes out of it.
func (c *Core) Run(ctx context.Context) error {
	defer runtime.KeepAlive(c)
	if c.inner.pulls {
		return failure(ErrInvalid, "found a core in pull mode; Run is for one with a callback")
	}
	file, err := c.inner.fd()
	if err != nil {
		return ignoring(err, ErrCore)
	}
	// A copy, which is closed: the core's own is not for os.File, which would close it.
	copied, err := syscall.Dup(file)
	if err != nil {
		return err
	}
	syscall.CloseOnExec(copied)
	// The poller takes no other; that of libadit_served.so blocks. It is never read.
	if err := syscall.SetNonblock(copied, true); err != nil {
		return err
	}
	polled := os.NewFile(uintptr(copied), "adit core")
	defer polled.Close()
	raw, err := polled.SyscallConn()
	if err != nil {
		return err
	}
	left := make(chan struct{})
	defer close(left)
	go func() {
		select {
		case <-ctx.Done():
		case <-c.inner.ended:
		case <-left:
			return
		}
		_ = polled.SetReadDeadline(time.Unix(1, 0)) // ends the waiting below
	}()
	for {
		_, err := c.inner.process(0)
		switch {
		case errors.Is(err, ErrBusy): // another goroutine drives; the descriptor says when it has left
		case err != nil:
			return ignoring(err, ErrCore, ErrClosed)
		case c.inner.hasEnded():
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = raw.Read(func(file uintptr) bool { return C.glue_is_readable(C.int(file)) != 0 })
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
	}
}

func ignoring(err error, codes ...Code) error {
	for _, code := range codes {
		if errors.Is(err, code) {
			return nil
		}
	}
	return err
}
