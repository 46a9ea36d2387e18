using System;

namespace Adit
{
    /// <summary>An error of Adit, by its code.</summary>
    public sealed class AditException : Exception
    {
        private static readonly string[] Names = {
            "EINVAL", "EABI", "EAPP", "ECONFIG", "ECORE", "EBUSY", "EFORK", "EJSON", "EMESSAGE", "ESIZE", "EFULL", "ETIMEDOUT",
            "ESTORE", "ELOCKED", "ESCHEMA", "ENOMEM", "EINTERNAL", "EHANDLER", "ECASCADE", "ECLOSED", "EREPLAY", "EDENIED",
            "ECRASHED", // of libadit_served.so: the process of the core has ended
            "EFENCED",
        };

        internal const int InvalidArgument = -1;

        internal AditException(int code, string text, long? offset = null, string path = null) : base(text)
        {
            Code = code;
            Offset = offset;
            Path = path;
        }

        /// <summary>The code of adit.h, such as -9.</summary>
        public int Code { get; private set; }
        /// <summary>Its name, such as "EMESSAGE".</summary>
        public string Name { get { return Code < 0 && -Code <= Names.Length ? Names[-Code - 1] : Code.ToString(); } }
        /// <summary>The offset of the error in the input, in bytes; null if it is unknown.</summary>
        public long? Offset { get; private set; }
        /// <summary>The path of an @error; null if it has none.</summary>
        public string Path { get; private set; }

        internal static int Named(string name)
        {
            var index = Array.IndexOf(Names, name.ToUpperInvariant());
            return index < 0 ? -17 : -index - 1;
        }

        internal static AditException OfMessage(JsonObject body)
        {
            return new AditException(Named((string)body["code"]), (string)body["message"], null, body.Get("path") as string);
        }
    }
}
