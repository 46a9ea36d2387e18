using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Adit.Typed
{
    /// <summary>A client of an app: a core of a library.</summary>
    public abstract class Client : IDisposable
    {
        private readonly Messages toCore;
        private readonly Messages toHost;
        private readonly Action<Exception> onError;
        private readonly CancellationTokenSource stop = new CancellationTokenSource();
        private Task driving;

        /// <summary>Opens a core for a client. Parameters are null for their defaults.</summary>
        /// <exception cref="AditException">the codes of adit_open; ECONFIG if the app is another one</exception>
        protected Client(
            Library library, string app, string hash, Messages toCore, Messages toHost, Gateways gateways, AditConfig config,
            Action<Received> onMessage, Action<Exception> onError)
        {
            this.toCore = toCore;
            this.toHost = toHost;
            this.onError = onError ?? (failure => Console.Error.WriteLine("adit: {0}", failure));
            var options = new CoreOptions { Config = new JsonObject { { "expects", hash } } };
            if (config != null)
                foreach (var member in (JsonObject)Coding.Write(config, "")) options.Config[member.Key] = member.Value;
            if (gateways != null) options.Functions = gateways.Functions;
            if (onMessage != null) options.OnMessage = (message, text) => Guard(() => onMessage(toHost.Receive(message)));
            options.OnError = (gateway, failure) => this.onError(failure);
            Core = Native.Given(library, "library", "an Adit.Library").Open(app, options);
        }

        /// <summary>The core, for what this class has no types for, and to drive it.</summary>
        public Core Core { get; }

        /// <summary>Drives the core in a thread until the client is disposed.</summary>
        public void Start()
        {
            if (driving != null) throw new InvalidOperationException("found a client that has started; each is started once");
            driving = Core.Run(stop.Token);
            driving.ContinueWith(ended => onError(ended.Exception.InnerException), TaskContinuationOptions.OnlyOnFaulted);
        }

        /// <summary>Ends the driving, and closes the core. Not in a function that the driving thread calls.</summary>
        /// <exception cref="AditException">EBUSY: the core is being driven</exception>
        public void Dispose()
        {
            stop.Cancel();
            // A failure was reported.
            if (driving != null && Task.CurrentId != driving.Id) ((IAsyncResult)driving).AsyncWaitHandle.WaitOne();
            Core.Close();
        }

        /// <summary>Calls a function of the program, whose exceptions are reported.</summary>
        internal void Guard(Action action)
        {
            try { action(); }
            catch (Exception failure) { onError(failure); }
        }

        /// <summary>Sends a message: a case of the requests of a feature, or of Adit's own messages.</summary>
        /// <param name="path">the keys above it, where several features have requests of its type</param>
        /// <exception cref="AditException">the core refuses it at once</exception>
        public void Send(IToCore message, AditId id = null, AditWith with = null, string group = null, IReadOnlyList<string> path = null)
        {
            Core.Send(Json(message, id, with, group, path));
        }

        /// <summary>
        /// Sends a message. The task completes with the first message that answers it, and fails with a
        /// <see cref="DecodingException"/> if that is no message of the catalog, and else as <see cref="Core.Request"/>.
        /// </summary>
        public async Task<Received> Request(
            IToCore message, AditWith with = null, string group = null, IReadOnlyList<string> path = null)
        {
            return toHost.Receive(await Core.Request(Json(message, null, with, group, path)).ConfigureAwait(false));
        }

        private JsonObject Json(IToCore message, AditId id, AditWith with, string group, IReadOnlyList<string> path)
        {
            Native.Given(message, "message", "a message");
            return Messages.Write(new Sent { Message = message, Path = path ?? toCore.Path(message), Id = id, With = with, Group = group });
        }

        private async Task<T> Own<T>(IToCore message) where T : AditToHost
        {
            var answer = (await Request(message).ConfigureAwait(false)).Message;
            if (answer is T) return (T)answer;
            throw new DecodingException("", "found " + answer.GetType().Name + "; " + typeof(T).Name + " is expected");
        }

        /// <summary>The core's figures.</summary>
        public Task<AditToHost.Stats> Stats() { return Own<AditToHost.Stats>(new AditToCore.Stats()); }

        /// <summary>The last events, each with its cause. The config's `trace` has to be set.</summary>
        public Task<AditToHost.Trace> Trace() { return Own<AditToHost.Trace>(new AditToCore.Trace()); }

        /// <summary>Reverts the last message that changed the state. The config's `undo` has to be set.</summary>
        public Task<AditToHost.Undone> Undo() { return Own<AditToHost.Undone>(new AditToCore.Undo()); }

        /// <summary>Reverts the last undo.</summary>
        public Task<AditToHost.Redone> Redo() { return Own<AditToHost.Redone>(new AditToCore.Redo()); }

        /// <summary>Writes the present state to a file.</summary>
        public Task<AditToHost.Exported> Export(AditToCore.Export options) { return Own<AditToHost.Exported>(options); }

        /// <summary>Replaces the state with one read from a file.</summary>
        public Task<AditToHost.Imported> ImportFrom(string path) { return Own<AditToHost.Imported>(new AditToCore.Import(path)); }

        /// <summary>Advances a virtual clock by milliseconds.</summary>
        public void Advance(long by) { Send(new AditToCore.Advance(by)); }

        /// <summary>Sends a request of a feature; the task completes with the feature's response.</summary>
        internal async Task<T> Ask<T>(string feature, Record request) where T : Record
        {
            var json = Messages.Whole(request, new[] { feature, "request" });
            var answer = await Core.Request(json, message => message.Object(feature)?.Contains("response") == true).ConfigureAwait(false);
            return (T)toHost.Receive(answer).Message;
        }

        /// <summary>Follows a part of the state; with `from` and `limit`, a window of a list.</summary>
        protected Followed<T> Follow<T>(string path, Action<T> onChange, long? from = null, long? limit = null)
        {
            return new Followed<T>(this, path, onChange, from, limit);
        }
    }

    /// <summary>The methods of one feature of an app.</summary>
    public abstract class Feature<TResponse> where TResponse : Record
    {
        private readonly Client client;
        private readonly string key;

        protected Feature(Client client, string key)
        {
            this.client = client;
            this.key = key;
        }

        /// <summary>Sends a request. What it causes beside the feature's response goes to the handler.</summary>
        protected Task<TResponse> Ask(Record request) { return client.Ask<TResponse>(key, request); }

        /// <summary>Sends a message below the feature's key, and below `request`.</summary>
        protected void Tell(Record message, bool isRequest = false)
        {
            client.Core.Send(Messages.Whole(message, isRequest ? new[] { key, "request" } : new[] { key }));
        }
    }
}
