package adit

import (
	"fmt"
	"strings"
)

// Code says why something failed: a code of adit.h, or ErrLibrary.
//
// A Code is an error itself, so that errors.Is(err, adit.ErrBusy) works.
type Code int32

// The codes of adit.h, and ErrLibrary of this package's own.
const (
	ErrInvalid  Code = -1  // an argument is out of range, or does not fit the core's mode
	ErrABI      Code = -2  // the library is of another version of the interface
	ErrApp      Code = -3  // the library holds no app of that name
	ErrConfig   Code = -4  // the config is not understood
	ErrCore     Code = -5  // the core is closed
	ErrBusy     Code = -6  // the core is being driven, by another goroutine or by the caller's own callback
	ErrFork     Code = -7  // the core was opened by the parent process
	ErrJSON     Code = -8  // the text is not strict JSON
	ErrMessage  Code = -9  // the JSON is not a message of this app
	ErrSize     Code = -10 // the message is too large or too deep, or has too many values
	ErrFull     Code = -11 // too many messages are waiting; in an @error: too many effects or subscriptions
	ErrTimedOut Code = -12 // the time is up
	ErrStore    Code = -13 // the store failed
	ErrLocked   Code = -14 // the store is open elsewhere
	ErrSchema   Code = -15 // the store's schema cannot be migrated
	ErrMemory   Code = -16 // no memory or no descriptor was left
	ErrInternal Code = -17 // a fault of Adit's own
	ErrHandler  Code = -18 // in an @error: the app's code threw
	ErrCascade  Code = -19 // in an @error: the message caused too many messages
	ErrClosed   Code = -20 // the core has closed, or closed before the message was handled
	ErrReplay   Code = -21 // in an @error: a replay came out otherwise
	ErrDenied   Code = -22 // the config does not allow it to this sender
	ErrCrashed  Code = -23 // of libadit_served.so: the process of the core has ended
	ErrFenced   Code = -24 // in an @error: the store was opened elsewhere since, and the core closes

	ErrLibrary Code = 1 // no Adit library: the file is missing, or lacks a function of adit.h
)

var names = map[Code]string{
	ErrInvalid: "EINVAL", ErrABI: "EABI", ErrApp: "EAPP", ErrConfig: "ECONFIG", ErrCore: "ECORE", ErrBusy: "EBUSY",
	ErrFork: "EFORK", ErrJSON: "EJSON", ErrMessage: "EMESSAGE", ErrSize: "ESIZE", ErrFull: "EFULL",
	ErrTimedOut: "ETIMEDOUT", ErrStore: "ESTORE", ErrLocked: "ELOCKED", ErrSchema: "ESCHEMA", ErrMemory: "ENOMEM",
	ErrInternal: "EINTERNAL", ErrHandler: "EHANDLER", ErrCascade: "ECASCADE", ErrClosed: "ECLOSED",
	ErrReplay: "EREPLAY", ErrDenied: "EDENIED", ErrCrashed: "ECRASHED",
	ErrFenced:  "EFENCED",
	ErrLibrary: "ELIBRARY",
}

// Name returns the name of a code in adit.h, without ADIT_: "EJSON".
func (c Code) Name() string {
	if name, known := names[c]; known {
		return name
	}
	return fmt.Sprintf("E%d", int32(c))
}

func (c Code) Error() string { return "adit: " + c.Name() }

// Error is why a call failed, or what an @error says. errors.Is compares its code.
type Error struct {
	Code   Code
	Offset int    // where the error is in the input, in bytes; -1 if that is unknown
	Text   string // what was found, and what is expected
	Path   string // of an @error: the cases of the message that failed, or ""
}

func (e *Error) Error() string {
	if e.Offset >= 0 {
		return fmt.Sprintf("adit: %s: %s (at byte %d)", e.Code.Name(), e.Text, e.Offset)
	}
	return fmt.Sprintf("adit: %s: %s", e.Code.Name(), e.Text)
}

// Is tells whether the target is the code of the error.
func (e *Error) Is(target error) bool {
	code, isCode := target.(Code)
	return isCode && code == e.Code
}

func failure(code Code, format string, arguments ...any) *Error {
	return &Error{Code: code, Offset: -1, Text: fmt.Sprintf(format, arguments...)}
}

// errorBody is the body of an @error.
type errorBody struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

func (b errorBody) error() *Error {
	for code, name := range names {
		if strings.EqualFold(name, b.Code) {
			return &Error{Code: code, Offset: -1, Text: b.Message, Path: b.Path}
		}
	}
	return &Error{Code: ErrInternal, Offset: -1, Text: b.Message, Path: b.Path}
}
