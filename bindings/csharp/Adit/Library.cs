using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Adit
{
    /// <summary>Serves a request to a gateway; the token is cancelled when the core cancels the request.</summary>
    public delegate Task<object> Gateway(JsonObject request, CancellationToken cancellation);

    /// <summary>What a core is opened with.</summary>
    public sealed class CoreOptions
    {
        /// <summary>The config (docs/abi.md).</summary>
        public JsonObject Config = new JsonObject();
        /// <summary>Receives each message that no request, mirror or gateway takes, and its text.</summary>
        public Action<JsonObject, string> OnMessage = (message, text) => { };
        /// <summary>
        /// Receives the exceptions of gateways, by their names, which are answers as well; on the thread of the gateway. By default,
        /// they are written to standard error.
        /// </summary>
        public Action<string, Exception> OnError = (gateway, failure) => Console.Error.WriteLine("adit: the gateway {0} failed: {1}", gateway, failure);
        /// <summary>The gateways that the host serves.</summary>
        public Dictionary<string, Gateway> Gateways = new Dictionary<string, Gateway>();
        /// <summary>Those of a typed client, instead.</summary>
        internal Dictionary<string, GatewayFunction> Functions;
        /// <summary>Pull mode: <see cref="Core.Receive"/> in place of <see cref="OnMessage"/>.</summary>
        public bool Pull;
    }

    /// <summary>A library of apps. Any thread.</summary>
    public sealed class Library
    {
        internal readonly Native Native;

        /// <summary>Loads a library; a path without a slash is looked for where the system has its libraries.</summary>
        /// <exception cref="AditException">EINVAL: there is none, or one that is not Adit's; EABI</exception>
        public Library(string path) { Native = new Native(path); }

        /// <summary>The version of Adit in the library.</summary>
        public string Version { get { return Native.Text(Native.Version()); } }

        /// <summary>The catalog of an app: its JSON Schema; without a name, the apps.</summary>
        public JsonObject Catalog(string app = null)
        {
            IntPtr text;
            UIntPtr length;
            Native.Check(Native.Catalog(app == null ? null : Native.Name(app, "app", "the name of an app"), out text, out length));
            return Json.ReadObject(Native.Take(text, length));
        }

        /// <summary>Opens a core of an app.</summary>
        /// <exception cref="AditException">the codes of adit_open</exception>
        public Core Open(string app, CoreOptions options = null) { return new Core(this, app, options ?? new CoreOptions()); }
    }
}
