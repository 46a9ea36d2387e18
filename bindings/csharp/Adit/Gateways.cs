using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Adit
{
    /// <summary>The gateways that a host serves: each request is a task.</summary>
    internal sealed class Gateways
    {
        private readonly WeakReference<Core> core;
        private readonly Dictionary<string, Gateway> functions;
        private readonly ConcurrentDictionary<string, CancellationTokenSource> calls = new ConcurrentDictionary<string, CancellationTokenSource>();

        private readonly Queue<JsonObject> unsent = new Queue<JsonObject>();
        private readonly Action<string, Exception> onError;

        internal Gateways(Core core, Dictionary<string, Gateway> functions, Action<string, Exception> onError)
        {
            this.onError = onError;
            this.core = new WeakReference<Core>(core);
            this.functions = functions;
        }

        /// <summary>Begins a request. Returns false if no function serves it.</summary>
        internal bool Begin(JsonObject effect)
        {
            Gateway function;
            var name = (string)effect["gateway"];
            if (!functions.TryGetValue(name, out function)) return false;
            var id = (string)effect["id"];
            var cancellation = calls[id] = new CancellationTokenSource();
            var hasReply = !(effect.Get("reply") is bool);
            Task.Run(() => Serve(name, function, effect.Object("request"), id, hasReply, cancellation));
            return true;
        }

        private async Task Serve(string name, Gateway function, JsonObject request, string id, bool hasReply, CancellationTokenSource call)
        {
            var reply = new JsonObject { { "effect", id } };
            Exception thrown = null;
            try { reply["result"] = await function(request, call.Token); }
            catch (Exception failure)
            {
                thrown = failure;
                reply["error"] = failure.Message;
            }
            // A late result of a cancelled request is ignored. Another call may have its id, a durable one after a crash.
            var ended = ((ICollection<KeyValuePair<string, CancellationTokenSource>>)calls).Remove(
                new KeyValuePair<string, CancellationTokenSource>(id, call));
            if (ended && thrown != null) onError(name, thrown);
            if (!ended || !hasReply) return;
            Core target;
            if (core.TryGetTarget(out target)) Send(target, new JsonObject { { "@reply", reply } });
        }

        /// <summary>Sends a reply, or keeps it until the queue has room: no sooner than a call has driven.</summary>
        private void Send(Core target, JsonObject reply)
        {
            lock (unsent)
            {
                if (unsent.Count > 0 || !IsSent(target, reply)) unsent.Enqueue(reply);
            }
        }

        /// <summary>False if the queue is full. A core that has closed needs no reply.</summary>
        private static bool IsSent(Core target, JsonObject reply)
        {
            try { target.Send(reply); }
            catch (AditException failure) { return failure.Code != AditException.Named("EFULL"); }
            return true;
        }

        /// <summary>Sends the replies that were kept, as far as the queue has room. Called whenever the core was driven.</summary>
        internal void SendUnsent(Core target)
        {
            lock (unsent)
            {
                while (unsent.Count > 0 && IsSent(target, unsent.Peek())) unsent.Dequeue();
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
            foreach (var id in calls.Keys) Cancel(id);
        }
    }
}
