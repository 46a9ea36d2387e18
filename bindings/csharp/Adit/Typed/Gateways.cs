using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Adit.Typed
{
    /// <summary>
    /// The gateways that the host serves. Each request is a task, whose token is cancelled with the request. An exception is the
    /// effect's error.
    /// </summary>
    public abstract class Gateways
    {
        internal readonly Dictionary<string, GatewayFunction> Functions = new Dictionary<string, GatewayFunction>();

        private void Set(string name, object function, GatewayFunction serve)
        {
            if (function == null) Functions.Remove(name);
            else Functions[name] = serve;
        }

        /// <summary>Serves a gateway of which no reply is expected; with null, it is not served.</summary>
        protected void Tell<TRequest>(string name, Func<TRequest, CancellationToken, Task> function)
        {
            Set(name, function, async (request, send, cancellation) =>
            {
                await function(Read<TRequest>(request), cancellation).ConfigureAwait(false);
                return null;
            });
        }

        /// <summary>Serves a gateway with one reply.</summary>
        protected void Serve<TRequest, TReply>(string name, Func<TRequest, CancellationToken, Task<TReply>> function)
        {
            Set(name, function, async (request, send, cancellation) =>
                Coding.Write(await function(Read<TRequest>(request), cancellation).ConfigureAwait(false), ""));
        }

        /// <summary>Serves a gateway with any number of replies, until the task ends.</summary>
        protected void Source<TRequest, TReply>(string name, Func<TRequest, Action<TReply>, CancellationToken, Task> function)
        {
            Set(name, function, async (request, send, cancellation) =>
            {
                await function(Read<TRequest>(request), item => send(Coding.Write(item, "")), cancellation).ConfigureAwait(false);
                return Adit.Gateways.End;
            });
        }

        private static T Read<T>(object request) { return (T)Coding.Read(typeof(T), request, "@effect.request"); }
    }
}
