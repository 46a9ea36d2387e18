using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace Adit
{
    /// <summary>Serves a request, which is any JSON, and sends the items of a source.</summary>
    internal delegate Task<object> GatewayFunction(object request, Action<object> send, CancellationToken cancellation);

    /// <summary>The gateways that a host serves: each request is a task.</summary>
    internal sealed class Gateways
    {
        /// <summary>The result of a source, which has sent its items.</summary>
        internal static readonly object End = new object();

        private readonly WeakReference<Core> core;
        private readonly Dictionary<string, GatewayFunction> functions;
        private readonly ConcurrentDictionary<string, CancellationTokenSource> calls = new ConcurrentDictionary<string, CancellationTokenSource>();

        // Replies, with the names of their gateways.
        private readonly Queue<KeyValuePair<string, string>> unsent = new Queue<KeyValuePair<string, string>>();
        private readonly Action<string, Exception> onError;

        internal Gateways(Core core, Dictionary<string, GatewayFunction> functions, Action<string, Exception> onError)
        {
            this.onError = onError;
            this.core = new WeakReference<Core>(core);
            this.functions = functions;
        }

        /// <summary>Begins a request. Returns false if no function serves it.</summary>
        internal bool Begin(JsonObject effect)
        {
            GatewayFunction function;
            var name = (string)effect["gateway"];
            if (!functions.TryGetValue(name, out function)) return false;
            var id = (string)effect["id"];
            var cancellation = calls[id] = new CancellationTokenSource();
            var hasReply = !(effect.Get("reply") is bool);
            Task.Run(() => Serve(name, function, effect.Get("request"), id, hasReply, cancellation));
            return true;
        }

        private async Task Serve(string name, GatewayFunction function, object request, string id, bool hasReply, CancellationTokenSource call)
        {
            string reply;
            Exception thrown = null;
            try
            {
                var result = await function(request, item => Emit(name, id, item, call.Token), call.Token);
                reply = Reply(result == End ? new JsonObject { { "effect", id } } : new JsonObject { { "effect", id }, { "result", result } });
            }
            catch (Exception failure) // of the function, or of a result that is no JSON
            {
                thrown = failure;
                reply = Reply(new JsonObject { { "effect", id }, { "error", failure.Message } });
            }
            // A late result of a cancelled request is ignored. Another call may have its id, a durable one after a crash.
            var ended = ((ICollection<KeyValuePair<string, CancellationTokenSource>>)calls).Remove(
                new KeyValuePair<string, CancellationTokenSource>(id, call));
            if (ended && thrown != null) onError(name, thrown);
            if (!ended || !hasReply) return;
            Core target;
            if (core.TryGetTarget(out target)) Send(target, name, reply);
        }

        private static string Reply(JsonObject body) { return Json.Write(new JsonObject { { "@reply", body } }); }

        /// <summary>Sends an item of a source.</summary>
        private void Emit(string name, string id, object item, CancellationToken cancellation)
        {
            Core target;
            var reply = Reply(new JsonObject { { "effect", id }, { "result", item }, { "more", true } });
            if (!cancellation.IsCancellationRequested && core.TryGetTarget(out target)) Send(target, name, reply);
        }

        /// <summary>Sends a reply, or keeps it until the queue has room: no sooner than a call has driven.</summary>
        private void Send(Core target, string name, string reply)
        {
            lock (unsent)
            {
                if (unsent.Count > 0 || !IsSent(target, name, reply)) unsent.Enqueue(new KeyValuePair<string, string>(name, reply));
            }
        }

        /// <summary>False if the queue is full. A reply that is refused becomes an error; a core that has closed needs none.</summary>
        private bool IsSent(Core target, string name, string reply)
        {
            try { target.Send(reply); }
            catch (AditException failure)
            {
                if (failure.Name == "EFULL") return false;
                var body = Json.ReadObject(reply).Object("@reply");
                if (target.IsClosed || Needless.Contains(failure.Name) || (string)body.Get("error") == Refused) return true;
                if (!body.Contains("error")) onError(name, failure);
                // The text of an error may be refused as well.
                var text = body.Contains("error") ? Refused : failure.Name + ": " + failure.Message;
                return IsSent(target, name, Reply(new JsonObject { { "effect", body["effect"] }, { "error", text } }));
            }
            return true;
        }

        private const string Refused = "the error has no JSON form";
        private static readonly string[] Needless = { "ECORE", "ECLOSED", "ECRASHED", "EFORK" };

        /// <summary>Sends the replies that were kept, as far as the queue has room. Called whenever the core was driven.</summary>
        internal void SendUnsent(Core target)
        {
            lock (unsent)
            {
                while (unsent.Count > 0 && IsSent(target, unsent.Peek().Key, unsent.Peek().Value)) unsent.Dequeue();
            }
        }

        internal bool HasUnsent { get { lock (unsent) return unsent.Count > 0; } }

        /// <summary>Cancels a request. Returns false if it is not under way.</summary>
        internal bool Cancel(string id)
        {
            CancellationTokenSource call;
            if (!calls.TryRemove(id, out call)) return false;
            call.Cancel();
            return true;
        }

        internal void CancelAll()
        {
            lock (unsent) unsent.Clear();
            ExceptionDispatchInfo first = null;
            foreach (var id in calls.Keys)
                try { Cancel(id); } catch (Exception failure) { first = first ?? ExceptionDispatchInfo.Capture(failure); }
            if (first != null) first.Throw();
        }
    }
}
