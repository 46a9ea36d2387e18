using System;
using System.Collections.Generic;
using System.Linq;

namespace Adit
{
    /// <summary>A copy of a followed part of the state, kept up to date by the core's patches.</summary>
    public sealed class Mirror
    {
        private readonly Core core;
        private readonly Action<Mirror> onChange;
        private long? limit;

        internal Mirror(Core core, string name, string path, long? from, long? limit, Action<Mirror> onChange)
        {
            this.core = core;
            this.limit = limit;
            this.onChange = onChange ?? (mirror => { });
            Name = name;
            Path = path;
            From = from;
        }

        internal string Name { get; private set; }
        /// <summary>Held while the value changes.</summary>
        internal readonly object Gate = new object();
        /// <summary>How often the value has changed.</summary>
        internal long Updates { get; private set; }
        public string Path { get; private set; }
        /// <summary>The part; null until the core has answered, and while the path leads nowhere.</summary>
        public object Value { get; private set; }
        public long? Revision { get; private set; }
        /// <summary>Of a window: its first position, and the number of elements of the whole list.</summary>
        public long? From { get; private set; }
        public long? Count { get; private set; }

        internal void Subscribe()
        {
            core.Send(new JsonObject { { "@subscribe", Window(new JsonObject { { "subscription", Name }, { "path", Path } }) } });
        }

        /// <summary>Subscribes in a core that was opened again. After another crash, another @reopened follows.</summary>
        internal void SubscribeAgain()
        {
            try { Subscribe(); }
            catch (AditException failure)
            {
                if (failure.Name != "ECRASHED") throw;
            }
        }

        private JsonObject Window(JsonObject body)
        {
            if (From != null) body["from"] = From;
            if (limit != null) body["limit"] = limit;
            return body;
        }

        internal void Update(JsonObject message)
        {
            var value = message.Object("@value");
            var update = value ?? message.Object("@patch");
            if (value == null && (long)update["from"] != Revision)
            {
                // One was lost: begin again.
                core.Send(new JsonObject { { "@unsubscribe", new JsonObject { { "subscription", Name } } } });
                Subscribe();
                return;
            }
            lock (Gate)
            {
                if (value != null) From = value.Get("from") as long?;
                Value = value != null ? value.Get("value") : Patch.Apply(Value, (List<object>)update["ops"]);
                Revision = (long)update["revision"];
                Count = update.Get("count") as long?;
                Updates++;
            }
            onChange(this);
        }

        /// <summary>Moves a window.</summary>
        public void Move(long from, long? limit = null)
        {
            var body = new JsonObject { { "subscription", Name }, { "from", from } };
            if (limit != null) body["limit"] = this.limit = limit;
            From = from;
            core.Send(new JsonObject { { "@window", body } });
        }

        /// <summary>The elements of a followed table, in their order.</summary>
        public List<JsonObject> Elements
        {
            get
            {
                var table = Value as JsonObject;
                if (table == null) return new List<JsonObject>();
                var entities = table.Object("entities");
                return ((List<object>)table["ids"]).Select(id => entities.Object(Convert.ToString(id))).ToList();
            }
        }

        /// <summary>Ends the subscription; the last value stays.</summary>
        public void Stop()
        {
            if (core.Forget(this) && !core.IsClosed)
                core.Send(new JsonObject { { "@unsubscribe", new JsonObject { { "subscription", Name } } } });
        }
    }
}
