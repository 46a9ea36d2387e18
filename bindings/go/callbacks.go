package adit

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// aditGoMessage passes a message on. It returns the handle of a panic, which does not unwind through C, or 0.
//
//export aditGoMessage
func aditGoMessage(handle C.uintptr_t, text *C.char, length C.size_t) (panicked C.uintptr_t) {
	defer func() {
		if value := recover(); value != nil {
			panicked = C.uintptr_t(cgo.NewHandle(value))
		}
	}()
	cgo.Handle(handle).Value().(*inner).hear(C.GoBytes(unsafe.Pointer(text), C.int(length)))
	return 0
}

//export aditGoRelease
func aditGoRelease(handle C.uintptr_t) { cgo.Handle(handle).Delete() }
