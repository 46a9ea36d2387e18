package adit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"runtime/debug"
	"strings"
)

// Gateway serves a gateway. It is called in a goroutine of its own. Its result, a value for encoding/json, is the reply; an error is a reply
// with its text, and so is a panic, which is logged as well. The context is done when the effect is cancelled or the core closes; what is returned then is ignored.
type Gateway func(ctx context.Context, request *GatewayRequest) (reply any, err error)

// GatewayRequest is a request of a core to a gateway.
type GatewayRequest struct {
	ID      string          // "e1-7"
	Gateway string          // the name of the gateway
	Client  string          // the client whose message caused it, or ""
	Request json.RawMessage // what is asked
	Many    bool            // any number of answers is expected: those before the last by Emit, the last as the function's result

	inner  *inner
	ctx    context.Context
	cancel context.CancelFunc
}

// Decode reads what is asked.
func (r *GatewayRequest) Decode(into any) error { return json.Unmarshal(r.Request, into) }

// Emit answers a source, with more to come. Once the effect is cancelled, it returns the error of the context.
func (r *GatewayRequest) Emit(item any) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	return r.inner.reply(r.ID, map[string]any{"result": item, "more": true})
}

type effectBody struct {
	ID      string          `json:"id"`
	Gateway string          `json:"gateway"`
	Request json.RawMessage `json:"request"`
	Reply   any             `json:"reply"`
}

func (i *inner) start(body *effectBody, client string) bool {
	gateway := i.gateways[body.Gateway]
	if gateway == nil {
		return false
	}
	ctx, cancel := context.WithCancel(context.Background())
	request := &GatewayRequest{body.ID, body.Gateway, client, body.Request, body.Reply == "many", i, ctx, cancel}
	i.routing.mutex.Lock()
	if i.routing.effects == nil && !i.routing.isEnded {
		i.routing.effects = map[string]*GatewayRequest{}
	}
	if i.routing.isEnded {
		cancel()
	} else {
		i.routing.effects[body.ID] = request
	}
	i.routing.mutex.Unlock()
	go i.serve(gateway, request, body.Reply != false)
	return true
}

func (i *inner) cancel(effect string) bool {
	i.routing.mutex.Lock()
	request := i.routing.effects[effect]
	delete(i.routing.effects, effect)
	i.routing.mutex.Unlock()
	if request != nil {
		request.cancel()
	}
	return request != nil
}

// finish ends a request; another one may have its id by now, a durable one after a crash.
func (i *inner) finish(request *GatewayRequest) {
	i.routing.mutex.Lock()
	if i.routing.effects[request.ID] == request {
		delete(i.routing.effects, request.ID)
	}
	i.routing.mutex.Unlock()
	request.cancel()
}

// serve calls a gateway, and replies.
func (i *inner) serve(gateway Gateway, request *GatewayRequest, expectsReply bool) {
	var result any
	err := errors.New("the gateway ended its goroutine")
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("%v", value)
			log.Printf("adit: the gateway %s panicked: %v\n%s", request.Gateway, value, debug.Stack())
		}
		isWanted := request.ctx.Err() == nil
		i.finish(request)
		if !expectsReply || !isWanted {
			return
		}
		if err == nil {
			err = i.reply(request.ID, map[string]any{"result": result})
		}
		if err != nil {
			i.replyError(request.ID, err)
		}
	}()
	result, err = gateway(request.ctx, request)
}

// reply is an @reply.
type reply struct {
	effect string
	text   []byte
}

func (i *inner) reply(effect string, body map[string]any) error {
	body["effect"] = effect
	text, err := textOf(map[string]any{"@reply": body})
	if err != nil {
		return err
	}
	return i.sendReply(reply{effect, text})
}

// replyError answers with an error. A core that is closed needs none.
func (i *inner) replyError(effect string, err error) {
	_ = i.reply(effect, map[string]any{"error": strings.ToValidUTF8(err.Error(), "\ufffd")})
}

// sendReply sends a reply, or keeps it until the queue has room: no sooner than a call has driven.
func (i *inner) sendReply(sent reply) error {
	i.unsent.mutex.Lock()
	defer i.unsent.mutex.Unlock()
	if len(i.unsent.replies) == 0 {
		if err := i.send(sent.text); !errors.Is(err, ErrFull) {
			return err
		}
	}
	i.unsent.replies = append(i.unsent.replies, sent)
	i.library.waiting.Store(i.id, i)
	return nil
}

func (i *inner) dropUnsent() {
	i.unsent.mutex.Lock()
	defer i.unsent.mutex.Unlock()
	i.unsent.replies = nil
	i.library.waiting.Delete(i.id)
}

// sendUnsent sends the replies that were kept, as far as the queue has room. It is called whenever the core was driven. One that is refused
// becomes an error; a core that is closed needs none.
func (i *inner) sendUnsent() {
	for effect, err := i.sendKept(); err != nil; effect, err = i.sendKept() {
		i.replyError(effect, err)
	}
}

// sendKept sends the replies that were kept, up to one that is refused.
func (i *inner) sendKept() (effect string, err error) {
	i.unsent.mutex.Lock()
	defer i.unsent.mutex.Unlock()
	for len(i.unsent.replies) > 0 {
		first := i.unsent.replies[0]
		err := i.send(first.text)
		if errors.Is(err, ErrFull) {
			return "", nil
		}
		i.unsent.replies = i.unsent.replies[1:]
		if err != nil {
			return first.effect, err
		}
	}
	i.library.waiting.Delete(i.id)
	return "", nil
}
