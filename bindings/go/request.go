package adit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
)

// Request sends a message with an @id of its own, and waits for the first message that carries it, which it returns. An @error is an *Error,
// and so is the closing of the core. If the context is done before, its error is returned; the message is handled nevertheless.
//
// Another goroutine has to drive the core meanwhile, by Run or Process. Begin does not wait.
func (c *Core) Request(ctx context.Context, message any) (json.RawMessage, error) {
	pending, err := c.Begin(message)
	if err != nil {
		return nil, err
	}
	return pending.Wait(ctx)
}

// Pending is an answer that is awaited.
type Pending struct {
	inner  *inner
	id     string
	answer chan answer
}

// Begin sends a message with an @id of its own.
func (c *Core) Begin(message any) (*Pending, error) { return c.BeginAnswered(message, nil) }

// BeginAnswered sends a message with an @id of its own. A function says which message with the id is the answer; others go to OnMessage. It is
// called on the goroutine that drives, and must not call the core.
func (c *Core) BeginAnswered(message any, answers func(text []byte) bool) (*Pending, error) {
	defer runtime.KeepAlive(c)
	text, err := textOf(message)
	if err != nil {
		return nil, err
	}
	routing := &c.inner.routing
	pending := &Pending{inner: c.inner, answer: make(chan answer, 1)}
	routing.mutex.Lock()
	if routing.isEnded {
		routing.mutex.Unlock()
		return nil, closedError()
	}
	if routing.requests == nil {
		routing.requests = map[string]request{}
	}
	pending.id = routing.name()
	routing.requests[pending.id] = request{pending.answer, answers}
	routing.look(c.inner)
	routing.mutex.Unlock()
	if err := c.inner.send(withID(text, pending.id)); err != nil {
		pending.forget()
		return nil, err
	}
	return pending, nil
}

// Wait waits for the answer, once.
func (p *Pending) Wait(ctx context.Context) (json.RawMessage, error) {
	select {
	case found := <-p.answer:
		return found.text, found.err
	case <-ctx.Done():
		p.forget()
		return nil, ctx.Err()
	}
}

func (p *Pending) forget() {
	p.inner.routing.mutex.Lock()
	delete(p.inner.routing.requests, p.id)
	p.inner.routing.look(p.inner)
	p.inner.routing.mutex.Unlock()
}

// withID is a message with an id. It comes last, so that the offset of an error is right.
func withID(text []byte, id string) []byte {
	trimmed := bytes.TrimRight(text, " \t\r\n")
	if !bytes.HasSuffix(trimmed, []byte("}")) {
		return text // no object: Adit says so
	}
	members := bytes.TrimRight(trimmed[:len(trimmed)-1], " \t\r\n")
	comma := ","
	if bytes.HasSuffix(members, []byte("{")) {
		comma = ""
	}
	return append(append([]byte(nil), trimmed[:len(trimmed)-1]...), fmt.Sprintf(`%s"@id":"%s"}`, comma, id)...)
}
