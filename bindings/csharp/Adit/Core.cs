using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Adit
{
    /// <summary>A core. Send, Submit, Request and Wakeup are for any thread; one thread at a time drives it.</summary>
    public sealed class Core : IDisposable
    {
        /// <summary>What the callback needs of a core, which must not keep the core alive.</summary>
        private sealed class Receiver
        {
            internal readonly WeakReference<Core> Core;
            private ExceptionDispatchInfo failure;
            private bool isAborted;

            internal bool HasFailed { get { return failure != null || isAborted; } }

            internal Receiver(Core core) { Core = new WeakReference<Core>(core); }

            internal void Receive(IntPtr context, ulong id, IntPtr json, UIntPtr length)
            {
                // No exception may leave the callback: the stack below is C's.
                Guard(() =>
                {
                    Core core;
                    if (Core.TryGetTarget(out core)) core.Dispatch(Native.Text(json, checked((int)length)));
                });
            }

            /// <summary>Keeps an exception for the call that drives.</summary>
            internal void Guard(Action action)
            {
                try { action(); }
                catch (ThreadAbortException) // which goes on behind a handler; .NET has none, unlike Mono
                {
                    Thread.ResetAbort();
                    isAborted = true;
                }
                catch (Exception thrown)
                {
                    if (failure == null) failure = ExceptionDispatchInfo.Capture(thrown);
                }
            }

            /// <summary>Throws what was kept.</summary>
            internal void Rethrow()
            {
                var (thrown, wasAborted) = (failure, isAborted);
                (failure, isAborted) = (null, false);
                if (wasAborted) Thread.CurrentThread.Abort();
                if (thrown != null) thrown.Throw();
            }
        }

        /// <summary>A request that waits for its answer.</summary>
        private sealed class PendingRequest : TaskCompletionSource<JsonObject>
        {
            /// <summary>Whether a message with its id is the answer.</summary>
            internal readonly Func<JsonObject, bool> IsAnswer;

            internal PendingRequest(Func<JsonObject, bool> isAnswer) : base(TaskCreationOptions.RunContinuationsAsynchronously)
            {
                IsAnswer = isAnswer;
            }
        }

        // The callbacks of open cores.
        private static readonly ConcurrentDictionary<ulong, MessageFunction> Callbacks = new ConcurrentDictionary<ulong, MessageFunction>();

        private const string Message = "a message, a JsonObject or its text,";

        private readonly Native native;
        private readonly ulong id;
        private readonly Receiver receiver;
        private readonly Gateways gateways;
        private readonly ConcurrentDictionary<string, PendingRequest> requests = new ConcurrentDictionary<string, PendingRequest>();
        private readonly ConcurrentDictionary<string, Mirror> mirrors = new ConcurrentDictionary<string, Mirror>();
        private long last;
        private volatile bool isClosed;

        /// <summary>Receives each message that no request, mirror or gateway takes, and its text.</summary>
        public Action<JsonObject, string> OnMessage;

        internal Core(Library library, string app, CoreOptions options)
        {
            var name = Native.Name(app, "app", "the name of an app");
            native = library.Native;
            OnMessage = options.OnMessage ?? ((message, text) => { });
            Native.Given(options.Gateways, "Gateways", "a dictionary of gateways by their names");
            Native.Given(options.Config, "Config", "a JsonObject");
            foreach (var gateway in options.Gateways) Native.Given(gateway.Value, gateway.Key, "the function of the gateway " + gateway.Key);
            var functions = options.Functions ?? options.Gateways.ToDictionary(each => each.Key, each => Function(each.Value));
            receiver = new Receiver(this);
            gateways = new Gateways(this, functions, options.OnError);
            var settings = new JsonObject();
            if (functions.Count > 0) settings["gateways"] = new List<string>(functions.Keys);
            foreach (var setting in options.Config) settings[setting.Key] = setting.Value;
            var config = Native.Bytes(Json.Write(settings));
            var record = Native.NewRecord();
            var callback = new MessageFunction(receiver.Receive);
            native.Check(native.Open(Native.AbiVersion, name, config, (UIntPtr)(config.Length - 1),
                options.Pull ? null : callback, IntPtr.Zero, IntPtr.Zero, out id, ref record), record);
            Callbacks[id] = callback;
        }

        private static GatewayFunction Function(Gateway gateway)
        {
            return (request, send, cancellation) => gateway(request as JsonObject, cancellation);
        }

        /// <summary>A core that is collected is closed. No callback runs: its receiver has no core any more.</summary>
        ~Core() { if (id != 0 && !isClosed) { native.Close(id, 1000); Forget(); } }

        public bool IsClosed { get { return isClosed; } }

        private ulong Id
        {
            get
            {
                if (isClosed) throw new AditException(AditException.Named("ECORE"), "the core is closed");
                return id;
            }
        }

        /// <summary>Queues a message. Any thread.</summary>
        public void Send(JsonObject message) { Send(Json.Write(Native.Given(message, "message", Message))); }

        /// <summary>Queues a message by its text. Any thread.</summary>
        public void Send(string text) { Send(Native.Bytes(Native.Given(text, "text", Message)), 1); }

        /// <summary>Queues a message by its bytes. Any thread.</summary>
        public void Send(byte[] text) { Send(Native.Given(text, "text", Message), 0); }

        private void Send(byte[] text, int terminator)
        {
            var record = Native.NewRecord();
            native.Check(native.Send(Id, text, (UIntPtr)(text.Length - terminator), ref record), record);
        }

        /// <summary>Queues a message on behalf of a client. Any thread.</summary>
        public void Submit(string client, string text)
        {
            var (bytes, record) = (Native.Bytes(Native.Given(text, "text", Message)), Native.NewRecord());
            native.Check(native.Submit(Id, Native.Name(client, "client", "the name of a client"), bytes, (UIntPtr)(bytes.Length - 1), ref record), record);
        }

        /// <summary>
        /// Handles what is queued, and delivers the output. Waits for a first message, `timeout` milliseconds at most; -1:
        /// without limit. Throws what a receiver has thrown.
        /// </summary>
        /// <returns>the number of delivered messages</returns>
        public int Process(int timeout = 0)
        {
            var code = native.Process(Id, timeout);
            receiver.Guard(() => gateways.SendUnsent(this));
            receiver.Rethrow();
            return native.Check(code);
        }

        /// <summary>In pull mode: the messages that wait; null if there is none in time.</summary>
        public List<object> Receive(int timeout = 0)
        {
            IntPtr text;
            UIntPtr length;
            var code = native.ReceiveAll(Id, timeout, UIntPtr.Zero, out text, out length);
            if (code == AditException.Named("ETIMEDOUT")) return null;
            native.Check(code);
            return (List<object>)Json.Read(native.Take(text, length));
        }

        /// <summary>
        /// Sends a message, drives the core until it has been handled, and returns its output. Requests, mirrors and gateways
        /// receive what is theirs in it as well; where a receiver throws, <see cref="OnMessage"/> receives the rest.
        /// </summary>
        public List<object> Call(JsonObject message, int timeout = -1)
        {
            List<object> output = null;
            var rest = new List<JsonObject>();
            CallText(Json.Write(Native.Given(message, "message", Message)), timeout, text =>
            {
                output = (List<object>)Json.Read(text);
                foreach (JsonObject item in output) receiver.Guard(() => { if (!Take(item)) rest.Add(item); });
            }, text => { foreach (var item in rest) receiver.Guard(() => OnMessage(item, Json.Write(item))); });
            return output;
        }

        /// <summary>
        /// The same with texts, of which no request, mirror or gateway receives any; where a receiver throws, the output is delivered
        /// as usual.
        /// </summary>
        public string CallText(string text, int timeout = -1) { return CallText(text, timeout, output => { }, Dispatch); }

        /// <summary>`deliver` is for the output where a receiver has thrown: nothing returns it then.</summary>
        private string CallText(string text, int timeout, Action<string> take, Action<string> deliver)
        {
            var (bytes, record) = (Native.Bytes(Native.Given(text, "text", Message)), Native.NewRecord());
            IntPtr answer;
            UIntPtr length;
            var code = native.Call(Id, bytes, (UIntPtr)(bytes.Length - 1), timeout, out answer, out length, ref record);
            var output = code < 0 ? null : native.Take(answer, length);
            if (output != null) take(output);
            receiver.Guard(() => gateways.SendUnsent(this));
            if (output != null && receiver.HasFailed) deliver(output);
            receiver.Rethrow();
            native.Check(code, record);
            return output;
        }

        /// <summary>
        /// Sends a message with an id of its own. The task completes with the first message that carries this id, or the first of
        /// these for which `isAnswer` is true, or fails with its @error. Any thread.
        /// </summary>
        public Task<JsonObject> Request(JsonObject message, Func<JsonObject, bool> isAnswer = null)
        {
            Native.Given(message, "message", Message);
            var name = "csharp-" + Interlocked.Increment(ref last);
            var source = new PendingRequest(isAnswer ?? (answer => true));
            var sent = new JsonObject();
            foreach (var member in message) sent[member.Key] = member.Value;
            sent["@id"] = name;
            requests[name] = source;
            try { Send(sent); }
            catch
            {
                requests.TryRemove(name, out source);
                throw;
            }
            return source.Task;
        }

        /// <summary>Follows a part of the state; with `from` and `limit`, a window of a list.</summary>
        public Mirror Follow(string path, Action<Mirror> onChange = null, long? from = null, long? limit = null)
        {
            Native.Given(path, "path", "a path such as \"/items\"");
            var name = "csharp-mirror-" + Interlocked.Increment(ref last);
            var mirror = mirrors[name] = new Mirror(this, name, path, from, limit, onChange);
            try { mirror.Subscribe(); }
            catch
            {
                Forget(mirror);
                throw;
            }
            return mirror;
        }

        internal bool Forget(Mirror mirror) { return mirrors.TryRemove(mirror.Name, out mirror); }

        /// <summary>The descriptor that is readable while the core has work.</summary>
        public int Descriptor { get { return native.Check(native.Descriptor(Id)); } }

        /// <summary>Whether the core has work.</summary>
        public bool IsReady { get { return Poll.IsReadable(Descriptor); } }

        /// <summary>Makes a waiting Process return. Any thread.</summary>
        public void Wakeup() { native.Check(native.Wakeup(Id)); }

        /// <summary>Drives the core in a thread until it is closed or the token is cancelled.</summary>
        /// <returns>a task that ends with the driving, and fails with what a receiver throws</returns>
        public Task Run(CancellationToken cancellation)
        {
            return Task.Factory.StartNew(() =>
            {
                using (cancellation.Register(() => { if (!isClosed) Wakeup(); }))
                    try { while (!isClosed && !cancellation.IsCancellationRequested) Process(-1); }
                    catch (AditException failure) when (failure.Name == "ECORE" || failure.Name == "ECLOSED") { } // it has closed
            }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }

        /// <summary>Closes the core: the rest of the output is delivered, and what is pending fails. The second call does nothing.</summary>
        public void Close(int timeout = 1000)
        {
            if (isClosed) return;
            var code = native.Close(id, timeout);
            if (code != AditException.Named("EBUSY") && code != AditException.InvalidArgument) Finish();
            receiver.Rethrow();
            native.Check(code);
        }

        public void Dispose() { Close(); }

        private void Finish()
        {
            isClosed = true;
            Forget();
            GC.SuppressFinalize(this);
            Lose(new AditException(AditException.Named("ECLOSED"), "the core closed before it answered"));
        }

        /// <summary>The end and the beginning of the core's process, if that is adit serve.</summary>
        private void FollowProcess(JsonObject message)
        {
            if (message.Contains("@crashed"))
                Lose(new AditException(AditException.Named("ECRASHED"), "the core's process ended before there was an answer"));
            else if (message.Contains("@gone"))
                Lose(AditException.OfMessage(message.Object("@gone")));
            else if (message.Contains("@reopened"))
                foreach (var mirror in mirrors.Values) mirror.SubscribeAgain();
        }

        /// <summary>Fails what waits: its answers will not come.</summary>
        private void Lose(AditException failure)
        {
            foreach (var request in requests)
            {
                PendingRequest source;
                if (requests.TryRemove(request.Key, out source)) source.TrySetException(failure);
            }
            gateways.CancelAll();
        }

        private void Forget()
        {
            MessageFunction callback;
            Callbacks.TryRemove(id, out callback);
        }

        /// <summary>Passes a message to who waits for it; with "delivery": "batches", each of an array.</summary>
        private void Dispatch(string text)
        {
            var value = Json.Read(text);
            if (value is JsonObject) Pass((JsonObject)value, text);
            else foreach (JsonObject part in (List<object>)value) receiver.Guard(() => Pass(part, Json.Write(part)));
        }

        private void Pass(JsonObject message, string text)
        {
            FollowProcess(message);
            if (!Take(message)) OnMessage(message, text);
        }

        /// <summary>Passes a message to the gateway, the mirror or the request that it is for; false if there is none.</summary>
        private bool Take(JsonObject message)
        {
            if (message.Contains("@effect") && gateways.Begin(message.Object("@effect"))) return true;
            if (message.Contains("@cancel") && gateways.Cancel((string)message.Object("@cancel")["effect"])) return true;
            if (message.Contains("@client")) return false; // a client may use the same names and ids
            var update = message.Object("@value") ?? message.Object("@patch");
            Mirror mirror;
            if (update != null && update.Get("subscription") is string && mirrors.TryGetValue((string)update["subscription"], out mirror))
            {
                mirror.Update(message);
                return true;
            }
            PendingRequest request;
            var id = message.Get("@id") as string;
            if (id == null || IsUnderway(message) || !requests.TryGetValue(id, out request)) return false;
            if (!message.Contains("@error") && !request.IsAnswer(message)) return false;
            requests.TryRemove(id, out request);
            if (message.Contains("@error")) request.TrySetException(AditException.OfMessage(message.Object("@error")));
            else request.TrySetResult(message);
            return true;
        }

        /// <summary>Whether a message with a request's id is one on the way to its answer.</summary>
        private static bool IsUnderway(JsonObject message)
        {
            return message.Contains("@log") || message.Contains("@gap") || message.Contains("@progress");
        }
    }
}
