package adit

// #include "glue.h"
import "C"

import (
	"bytes"
	"encoding/json"
	"runtime"
	"runtime/cgo"
	"sync"
	"time"
)

// inner is a core, shared by its Core, its goroutines, its mirrors and Adit's callback. It does not refer to the Core, which may be collected.
type inner struct {
	library   *Library
	id        C.adit_core
	pulls     bool
	onMessage func([]byte)
	channel   chan<- []byte
	gateways  map[string]Gateway
	closing   chan struct{} // closed when Close begins: a callback waits for the channel no longer
	closeOnce sync.Once
	ended     chan struct{} // closed when @closed was delivered, or the core is closed
	endOnce   sync.Once
	dropOnce  sync.Once // closes the channel
	routing   routing
	unsent    struct { // replies for which the queue had no room
		mutex   sync.Mutex
		replies []reply
	}
}

// drive calls what drives, and panics with the panic of a callback in it. Where a callback ends its goroutine, `again` has to drive: Adit
// expects another call of the thread then (docs/abi.md), which delivers the other messages.
func drive(call func(panicked *C.uintptr_t) C.int32_t, again func()) C.int32_t {
	var panicked C.uintptr_t
	hasReturned := false
	runtime.LockOSThread()
	defer func() {
		defer runtime.UnlockOSThread()
		if !hasReturned {
			again()
		}
	}()
	code := call(&panicked)
	hasReturned = true
	if panicked != 0 {
		handle := cgo.Handle(panicked)
		value := handle.Value()
		handle.Delete()
		panic(value)
	}
	return code
}

// hear gets a message from the callback.
func (i *inner) hear(text []byte) {
	if bytes.HasPrefix(text, []byte("[")) { // "delivery": "batches"
		rest, panicked := i.remaining(text)
		defer repanic(panicked)
		if text = rest; bytes.Equal(text, []byte("[]")) {
			return
		}
	} else if i.take(text) {
		return
	}
	i.pass(text)
}

// pass gives the host a message that nobody takes.
func (i *inner) pass(text []byte) {
	if i.channel != nil {
		select {
		case i.channel <- text:
		default:
			select {
			case i.channel <- text:
			case <-i.closing:
			}
		}
	}
	if i.onMessage != nil {
		i.onMessage(text)
	}
}

// passEach gives the host the messages of an array. A panic that came before them counts.
func (i *inner) passEach(array []byte) {
	var messages []json.RawMessage
	if json.Unmarshal(array, &messages) != nil {
		return // there are none
	}
	for _, message := range messages {
		caught(func() { i.pass(message) })
	}
}

// caught returns the panic of a function, or nil.
func caught(call func()) (panicked any) {
	defer func() { panicked = recover() }()
	call()
	return nil
}

func repanic(panicked any) {
	if panicked != nil {
		panic(panicked)
	}
}

// faults are for the calls that each message makes.
var faults = sync.Pool{New: func() any { return new(C.adit_error) }}

func (i *inner) send(text []byte) error {
	fault := faults.Get().(*C.adit_error)
	defer faults.Put(fault)
	code := C.glue_send(i.library.functions, i.id, start(text), C.size_t(len(text)), fault)
	if code >= 0 {
		return nil
	}
	return i.library.told(func(told *C.adit_error) C.int32_t { *told = *fault; return code })
}

func (i *inner) process(milliseconds C.int32_t) (int, error) {
	defer i.sendUnsent()
	code := drive(func(panicked *C.uintptr_t) C.int32_t {
		return C.glue_process(i.library.functions, i.id, milliseconds, panicked)
	}, i.processOn)
	if code < 0 {
		return 0, i.library.failure(code)
	}
	return int(code), nil
}

// processOn drives on where a callback has ended its goroutine.
func (i *inner) processOn() { _, _ = i.process(0) }

func (i *inner) received(milliseconds C.int32_t, all C.int) ([]byte, error) {
	defer i.sendUnsent()
	var out *C.char
	var length C.size_t
	code := drive(func(panicked *C.uintptr_t) C.int32_t {
		return C.glue_receive(i.library.functions, i.id, milliseconds, all, &out, &length, panicked)
	}, i.processOn)
	switch {
	case Code(code) == ErrTimedOut:
		return nil, nil
	case code < 0:
		return nil, i.library.failure(code)
	}
	return i.library.taken(out, length), nil
}

func (i *inner) call(text []byte, milliseconds C.int32_t) (json.RawMessage, error) {
	defer i.sendUnsent()
	var out *C.char
	var length C.size_t
	var err error
	first := caught(func() {
		err = i.library.told(func(fault *C.adit_error) C.int32_t {
			return drive(func(panicked *C.uintptr_t) C.int32_t {
				return C.glue_call(i.library.functions, i.id, start(text), C.size_t(len(text)), milliseconds, &out, &length, fault, panicked)
			}, i.processOn)
		})
	})
	if err != nil {
		return nil, err
	}
	rest, panicked := i.remaining(i.library.taken(out, length))
	if first == nil {
		first = panicked
	}
	if first != nil {
		i.passEach(rest) // it cannot be returned
	}
	repanic(first)
	return rest, nil
}

func (i *inner) close(milliseconds C.int32_t) (err error) {
	i.closeOnce.Do(func() { close(i.closing) })
	isClosed := true
	defer func() { // also where a callback has panicked: the core is closed then
		if isClosed {
			i.end()
			i.sendUnsent()
			i.dropOnce.Do(func() {
				if i.channel != nil {
					close(i.channel)
				}
			})
		}
	}()
	code := drive(func(panicked *C.uintptr_t) C.int32_t {
		return C.glue_close(i.library.functions, i.id, milliseconds, panicked)
	}, func() {
		var none C.uintptr_t
		C.glue_close(i.library.functions, i.id, milliseconds, &none) // which calls no callback
	})
	if code < 0 {
		isClosed = Code(code) != ErrBusy && Code(code) != ErrInvalid
		return i.library.failure(code)
	}
	return nil
}

func (i *inner) wakeup() error {
	if code := C.glue_wakeup(i.library.functions, i.id); code < 0 {
		return i.library.failure(code)
	}
	return nil
}

func (i *inner) fd() (int, error) {
	code := C.glue_fd(i.library.functions, i.id)
	if code < 0 {
		return -1, i.library.failure(code)
	}
	return int(code), nil
}

// milliseconds rounds up; a negative time is without limit.
func milliseconds(timeout time.Duration) C.int32_t {
	const most = 1<<31 - 1
	switch whole := (timeout + time.Millisecond - 1) / time.Millisecond; {
	case timeout < 0:
		return -1
	case whole > most || whole < 0:
		return most
	default:
		return C.int32_t(whole)
	}
}
