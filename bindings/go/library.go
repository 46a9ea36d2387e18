package adit

/*
#cgo LDFLAGS: -ldl
#include "glue.h"
#include <stdlib.h>
*/
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unsafe"
)

// Library is an app library. It stays loaded until the process ends, as the Swift runtime in it cannot be unloaded. Several may be in one
// process. Any goroutine may use it.
type Library struct {
	functions *C.adit_library
	waiting   sync.Map // the cores that have unsent replies, by their ids
}

// Open loads a library by its path. A name without a slash is looked for as the system's loader does. The error is ErrLibrary if there is
// none or it is no Adit library, and ErrABI if it is of another version of the interface.
func Open(path string) (*Library, error) {
	if strings.ContainsRune(path, 0) {
		return nil, failure(ErrLibrary, "%q: found a NUL character in the path of a library", path)
	}
	if path == "" {
		return nil, failure(ErrLibrary, "found \"\" as the path of a library; the path of a file is expected")
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var fault *C.char
	var isABI C.int
	functions := C.glue_load(name, &fault, &isABI)
	if functions == nil {
		defer C.free(unsafe.Pointer(fault))
		code := ErrLibrary
		if isABI != 0 {
			code = ErrABI
		}
		return nil, failure(code, "%s", reason(path, C.GoString(fault)))
	}
	return &Library{functions: functions}, nil
}

// reason is why a library cannot be loaded: where it was looked for, and what to do.
func reason(path, fault string) string {
	if !strings.HasPrefix(fault, path+": cannot open shared object file: No such file") {
		return fault
	}
	if strings.Contains(path, "/") {
		place, err := filepath.Abs(path)
		if err != nil {
			place = path
		}
		return fmt.Sprintf("%s: there is no such file; it was looked for at %s. Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so", path, place)
	}
	folders, isSet := os.LookupEnv("LD_LIBRARY_PATH")
	if !isSet {
		folders = "not set"
	}
	return fmt.Sprintf("%s: there is no such library in LD_LIBRARY_PATH (%s), nor in the folders of the system (ldconfig -p). Give its path, such as ./%s, or add its folder to LD_LIBRARY_PATH", path, folders, path)
}

// Version returns the version of Adit: "0.1.0".
func (l *Library) Version() string { return C.GoString(C.glue_version(l.functions)) }

// Apps returns the apps, with their versions and the hashes of their catalogs, as JSON.
func (l *Library) Apps() (json.RawMessage, error) { return l.catalog(nil) }

// Catalog returns the catalog of an app: a JSON Schema of its messages, its state and its gateways. The error is ErrApp.
func (l *Library) Catalog(app string) (json.RawMessage, error) {
	name, err := cString(app, ErrApp, "an app")
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	return l.catalog(name)
}

func (l *Library) catalog(app *C.char) (json.RawMessage, error) {
	var out *C.char
	var length C.size_t
	if code := C.glue_catalog(l.functions, app, &out, &length); code < 0 {
		return nil, l.failure(code)
	}
	return l.taken(out, length), nil
}

// CompareCatalogs compares two catalogs of an app, and says whom the differences break. The error is ErrInvalid or ErrJSON.
func (l *Library) CompareCatalogs(old, new []byte) (json.RawMessage, error) {
	var out *C.char
	var length C.size_t
	err := l.told(func(fault *C.adit_error) C.int32_t {
		return C.glue_compare(l.functions, start(old), C.size_t(len(old)), start(new), C.size_t(len(new)), &out, &length, fault)
	})
	return l.taken(out, length), err
}

// failure is the error of a code without a text of its own.
func (l *Library) failure(code C.int32_t) *Error {
	return failure(Code(code), "%s", C.GoString(C.glue_strerror(l.functions, code)))
}

// told calls a function that fills in an adit_error.
func (l *Library) told(call func(*C.adit_error) C.int32_t) error {
	_, err := l.toldText(call)
	return err
}

func (l *Library) toldText(call func(*C.adit_error) C.int32_t) (string, error) {
	var fault C.adit_error
	fault.offset = C.ADIT_NO_OFFSET
	code := call(&fault)
	text := C.GoString(&fault.text[0])
	if code >= 0 {
		return text, nil
	}
	if text == "" {
		return "", l.failure(code)
	}
	offset := -1
	if fault.offset != C.ADIT_NO_OFFSET {
		offset = int(fault.offset)
	}
	return "", &Error{Code: Code(code), Offset: offset, Text: text}
}

// taken copies a text that a function handed over, and frees it.
func (l *Library) taken(out *C.char, length C.size_t) json.RawMessage {
	if out == nil {
		return nil
	}
	defer C.glue_free(l.functions, out)
	text := make([]byte, int(length))
	copy(text, unsafe.Slice((*byte)(unsafe.Pointer(out)), int(length)))
	return text
}

// start is where the bytes of a text begin. Adit borrows them for the call, which cgo allows: they hold no pointers.
func start(text []byte) *C.char {
	if len(text) == 0 {
		return (*C.char)(unsafe.Pointer(&empty[0]))
	}
	return (*C.char)(unsafe.Pointer(&text[0]))
}

var empty [1]byte

// cString copies a name for C, which ends it with a NUL.
func cString(name string, code Code, what string) (*C.char, error) {
	if strings.ContainsRune(name, 0) {
		return nil, failure(code, "%q: found a NUL character in the name of %s", name, what)
	}
	return C.CString(name), nil
}
