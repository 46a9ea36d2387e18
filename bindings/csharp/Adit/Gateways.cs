// SPDX-License-Identifier: Apache-2.0
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

        internal Gateways(Core core, Dictionary<string, Gateway> functions)
        {
            this.core = new WeakReference<Core>(core);
            this.functions = functions;
        }

        /// <summary>Begins a request. Returns false if no function serves it.</summary>
        internal bool Begin(JsonObject effect)
        {
            Gateway function;
            if (!functions.TryGetValue((string)effect["gateway"], out function)) return false;
            var id = (string)effect["id"];
            var cancellation = calls[id] = new CancellationTokenSource();
            var hasReply = !(effect.Get("reply") is bool);
            Task.Run(() => Serve(function, effect.Object("request"), id, hasReply, cancellation.Token));
            return true;
        }

        private async Task Serve(Gateway function, JsonObject request, string id, bool hasReply, CancellationToken token)
        {
            var reply = new JsonObject { { "effect", id } };
            try { reply["result"] = await function(request, token); }
            catch (Exception failure) { reply["error"] = failure.Message; }
            CancellationTokenSource ended;
            // A late result of a cancelled request is ignored.
            if (!calls.TryRemove(id, out ended) || !hasReply) return;
            Core target;
            if (!core.TryGetTarget(out target)) return;
            try { target.Send(new JsonObject { { "@reply", reply } }); }
            catch (AditException) { } // the core has closed
        }

        /// <summary>Cancels a request. Returns false if it is not under way.</summary>
        internal bool Cancel(string id)
        {
            CancellationTokenSource call;
            if (!calls.TryRemove(id, out call)) return false;
            call.Cancel();
            return true;
        }

        internal void CancelAll() { foreach (var id in calls.Keys) Cancel(id); }
    }
}
