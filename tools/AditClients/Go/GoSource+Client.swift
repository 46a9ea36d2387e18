extension GoSource {
    /// The gateways and the client.
    func writeClient() {
        writer.line(GoSource.serving)
        writeGateways()
        writer.line(GoSource.client)
        for (part, name, window) in namedParts() { writeFollowing(part, name, window) }
    }

    private func writeGateways() {
        writer.line(GoSource.gatewaysDoc)
        writer.block("type Gateways struct {") { writer in
            for (gateway, field) in namedGateways() {
                doc(field, gateway.doc)
                let reply = gateway.reply.map(type) ?? ""
                let request = type(gateway.request)
                switch gateway.replies {
                case .none: writer.line("\(field) func(ctx context.Context, request \(request)) error")
                case .one: writer.line("\(field) func(ctx context.Context, request \(request)) (\(reply), error)")
                case .many:
                    writer.line(
                        "\(field) func(ctx context.Context, request \(request), send func(\(reply)) error) error")
                }
            }
        }
        writer.line("\n// functions has a function for each gateway that the host serves.")
        writer.block("func (gateways Gateways) functions(client *Client) map[string]adit.Gateway {") { writer in
            writer.line("functions := map[string]adit.Gateway{}")
            for (gateway, field) in namedGateways() {
                let function =
                    switch gateway.replies {
                    case .none: "serveNone(\(read(gateway.request)), gateways.\(field))"
                    case .one: "serveOne(\(read(gateway.request)), gateways.\(field))"
                    case .many: "serveMany(client, \(read(gateway.request)), gateways.\(field))"
                    }
                writer.line(
                    "if gateways.\(field) != nil {\n\tfunctions[\(literal(gateway.name))] = \(function)\n}")
            }
            writer.line("return functions")
        }
    }

    private func writeFollowing(_ part: Part, _ name: String, _ window: String) {
        writer.line()
        doc("\(name) follows \(part.path).\(part.doc.isEmpty ? "" : " " + part.doc)")
        writeFollowing(part, head: name + "()", "Mirror(\(literal(part.path)))")
        if !part.isList { return }
        writer.line()
        doc("\(window) follows some elements of \(part.path).")
        writeFollowing(part, head: window + "(window adit.Window)", "MirrorWindow(\(literal(part.path)), window)")
    }

    private func writeFollowing(_ part: Part, head: String, _ mirror: String) {
        writer.block("func (client *Client) \(head) (*Followed[\(type(part.shape))], error) {") { writer in
            writer.line("mirror, err := client.Core.\(mirror)")
            writer.line("return newFollowed(mirror, \(read(part.shape)), \(literal(part.path))), err")
        }
    }

    private static let serving = #"""

        func serveNone[Q any](read reader[Q], serve func(context.Context, Q) error) adit.Gateway {
        	return func(ctx context.Context, effect *adit.GatewayRequest) (any, error) {
        		request, err := read(effect.Request, "@effect.request")
        		if err != nil {
        			return nil, err
        		}
        		return nil, serve(ctx, request)
        	}
        }

        func serveOne[Q, R any](read reader[Q], serve func(context.Context, Q) (R, error)) adit.Gateway {
        	return func(ctx context.Context, effect *adit.GatewayRequest) (any, error) {
        		request, err := read(effect.Request, "@effect.request")
        		if err != nil {
        			return nil, err
        		}
        		return serve(ctx, request)
        	}
        }

        func serveMany[Q, R any](client *Client, read reader[Q], serve func(context.Context, Q, func(R) error) error) adit.Gateway {
        	return func(ctx context.Context, effect *adit.GatewayRequest) (any, error) {
        		request, err := read(effect.Request, "@effect.request")
        		if err != nil {
        			return nil, err
        		}
        		if err = serve(ctx, request, func(item R) error { return effect.Emit(item) }); err != nil {
        			return nil, err
        		}
        		// A source ends without an item. The binding answers as well, which has no effect after this.
        		return nil, client.Core.Send(map[string]any{"@reply": map[string]any{"effect": effect.ID}})
        	}
        }
        """#

    private static let gatewaysDoc = #"""

        // Gateways has the gateways that the host serves: those that are not nil. Each request runs in a goroutine of its own; its context ends
        // when the core needs no answer any more. An error is that of the effect.
        """#

    private static let client = #"""

        // ClientOptions are how a client is opened.
        type ClientOptions struct {
        	// Config is the config. Expects is this catalog's hash by default, so another app is refused; it may be a catalog that the app has
        	// extended since (docs/wire.md).
        	Config AditConfig

        	// Gateways are those that the host serves.
        	Gateways Gateways

        	// OnMessage gets each message that is no answer, no update of a followed part, and no request to one of the gateways, on the
        	// goroutine that drives. The error is that of a message that is not understood.
        	OnMessage func(message Received, err error)
        }

        // Client is a client of the app: a core of a library.
        type Client struct {
        	// Core is the core, for what the client has no types for.
        	Core *adit.Core
        }

        // Open opens a core of a library. The error is adit.ErrConfig if the app is another one; further errors are those of OpenCore.
        func Open(library *adit.Library, options ClientOptions) (*Client, error) {
        	config := options.Config
        	if config.Expects == nil {
        		config.Expects = Pointer(json.RawMessage(strconv.Quote(Hash)))
        	}
        	client := &Client{}
        	opened := &adit.Options{Config: config, Gateways: options.Gateways.functions(client)}
        	if options.OnMessage != nil {
        		opened.OnMessage = func(text []byte) {
        			var message Received
        			err := json.Unmarshal(text, &message)
        			options.OnMessage(message, err)
        		}
        	}
        	var err error
        	if client.Core, err = library.OpenCore(App, opened); err != nil {
        		return nil, err
        	}
        	return client, nil
        }

        // Run drives the core until it is closed or the context is done, as Core.Run.
        func (client *Client) Run(ctx context.Context) error { return client.Core.Run(ctx) }

        // Send sends a message.
        func (client *Client) Send(message MessageToCore) error { return client.Core.Send(message) }

        // SendBeside sends a message with what stands beside it.
        func (client *Client) SendBeside(message Sent) error { return client.Core.Send(message) }

        // Request sends a message, and waits for the first one that answers it, while another goroutine drives. A *DecodingError is an answer
        // that is not understood; further errors are those of Core.Request.
        func (client *Client) Request(ctx context.Context, message MessageToCore) (Received, error) {
        	return client.RequestBeside(ctx, Sent{Message: message})
        }

        // RequestBeside sends a message with what stands beside it, except for an id, and waits for the first one that answers it.
        func (client *Client) RequestBeside(ctx context.Context, message Sent) (answer Received, err error) {
        	text, err := client.Core.Request(ctx, message)
        	if err == nil {
        		err = json.Unmarshal(text, &answer)
        	}
        	return answer, err
        }

        // Close closes the core, as Core.Close without a timeout.
        func (client *Client) Close() error { return client.Core.Close(adit.Forever) }

        // Followed is a part of the core's state, kept up to date while the core is driven.
        type Followed[T any] struct {
        	*adit.Mirror
        	read reader[T]
        	path string
        }

        func newFollowed[T any](mirror *adit.Mirror, read reader[T], path string) *Followed[T] {
        	if mirror == nil {
        		return nil
        	}
        	return &Followed[T]{mirror, read, path}
        }

        // Value returns the present value, which is read anew each time; nil if there is none now. The error is a *DecodingError.
        func (followed *Followed[T]) Value() (value *T, err error) {
        	var text []byte
        	followed.Mirror.Read(func(value any, isThere bool) {
        		if isThere {
        			text, err = json.Marshal(value)
        		}
        	})
        	if text == nil || err != nil {
        		return nil, err
        	}
        	return pointer(followed.read(text, followed.path))
        }
        """#
}
