using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Adit
{
    [StructLayout(LayoutKind.Sequential)]
    internal struct ErrorRecord
    {
        internal int Code;
        internal uint Offset;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 248)]
        internal byte[] Text;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void MessageFunction(IntPtr context, ulong core, IntPtr json, UIntPtr length);

    /// <summary>The functions of a library that is loaded at run time.</summary>
    internal sealed class Native
    {
        internal const uint AbiVersion = 1;
        internal const uint NoOffset = uint.MaxValue;

        internal delegate uint AbiVersionFunction();
        internal delegate IntPtr VersionFunction();
        internal delegate IntPtr StrErrorFunction(int code);
        internal delegate int CatalogFunction(byte[] app, out IntPtr text, out UIntPtr length);
        internal delegate int OpenFunction(uint abi, byte[] app, byte[] config, UIntPtr length, MessageFunction function,
            IntPtr context, IntPtr release, out ulong core, ref ErrorRecord error);
        internal delegate int SendFunction(ulong core, byte[] json, UIntPtr length, ref ErrorRecord error);
        internal delegate int SubmitFunction(ulong core, byte[] client, byte[] json, UIntPtr length, ref ErrorRecord error);
        internal delegate int DriveFunction(ulong core, int timeout);
        internal delegate int ReceiveFunction(ulong core, int timeout, UIntPtr most, out IntPtr text, out UIntPtr length);
        internal delegate int CallFunction(ulong core, byte[] json, UIntPtr length, int timeout, out IntPtr text,
            out UIntPtr textLength, ref ErrorRecord error);
        internal delegate int CoreFunction(ulong core);
        internal delegate void FreeFunction(IntPtr pointer);

        internal readonly VersionFunction Version;
        internal readonly StrErrorFunction StrError;
        internal readonly CatalogFunction Catalog;
        internal readonly OpenFunction Open;
        internal readonly SendFunction Send;
        internal readonly SubmitFunction Submit;
        internal readonly DriveFunction Process;
        internal readonly ReceiveFunction ReceiveAll;
        internal readonly CallFunction Call;
        internal readonly CoreFunction Descriptor;
        internal readonly CoreFunction Wakeup;
        internal readonly DriveFunction Close;
        private readonly FreeFunction free;
        private readonly string path;
        private readonly IntPtr handle;

        [DllImport("libdl.so.2", EntryPoint = "dlopen")]
        private static extern IntPtr LoadLibrary(byte[] path, int flags);
        [DllImport("libdl.so.2", EntryPoint = "dlsym")]
        private static extern IntPtr FindSymbol(IntPtr handle, string name);
        [DllImport("libdl.so.2", EntryPoint = "dlerror")]
        private static extern IntPtr LoadError();

        internal Native(string path)
        {
            this.path = path;
            var name = Name(path, "path", "the path of a library");
            if (path == "") throw new AditException(AditException.InvalidArgument, "found \"\" as the path of a library; the path of a file is expected");
            handle = LoadLibrary(name, 2 /* RTLD_NOW */);
            if (handle == IntPtr.Zero)
                throw new AditException(AditException.InvalidArgument, Reason(path, Text(LoadError())));
            var version = Find<AbiVersionFunction>("adit_abi_version")();
            if (version != AbiVersion)
                throw new AditException(AditException.Named("EABI"),
                    path + ": found version " + version + " of the interface; " + AbiVersion + " is expected");
            Version = Find<VersionFunction>("adit_version");
            StrError = Find<StrErrorFunction>("adit_strerror");
            Catalog = Find<CatalogFunction>("adit_catalog");
            Open = Find<OpenFunction>("adit_open");
            Send = Find<SendFunction>("adit_send");
            Submit = Find<SubmitFunction>("adit_submit");
            Process = Find<DriveFunction>("adit_process");
            ReceiveAll = Find<ReceiveFunction>("adit_receive_all");
            Call = Find<CallFunction>("adit_call");
            Descriptor = Find<CoreFunction>("adit_fd");
            Wakeup = Find<CoreFunction>("adit_wakeup");
            Close = Find<DriveFunction>("adit_close");
            free = Find<FreeFunction>("adit_free");
        }

        /// <summary>Why a library cannot be loaded: where it was looked for, and what to do.</summary>
        private static string Reason(string path, string fault)
        {
            if (!fault.StartsWith(path + ": cannot open shared object file: No such file", StringComparison.Ordinal)) return fault;
            if (path.Contains("/"))
                return path + ": there is no such file; it was looked for at " + System.IO.Path.GetFullPath(path)
                    + ". Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so";
            return path + ": there is no such library in LD_LIBRARY_PATH (" + (Environment.GetEnvironmentVariable("LD_LIBRARY_PATH") ?? "not set")
                + "), nor in the folders of the system (ldconfig -p). Give its path, such as ./" + path + ", or add its folder to LD_LIBRARY_PATH";
        }

        private T Find<T>(string name) where T : class
        {
            var symbol = FindSymbol(handle, name);
            if (symbol == IntPtr.Zero)
                throw new AditException(AditException.InvalidArgument,
                    path + ": found no " + name + "; an Adit library is expected");
            return Marshal.GetDelegateForFunctionPointer<T>(symbol);
        }

        private static readonly UTF8Encoding Strict = new UTF8Encoding(false, true);

        /// <summary>The UTF-8 text, with a NUL behind it. A lone surrogate becomes bytes that Adit refuses, at their place.</summary>
        internal static byte[] Bytes(string text)
        {
            byte[] bytes;
            try { bytes = Strict.GetBytes(text); }
            catch (EncoderFallbackException) { bytes = BytesWithSurrogates(text); }
            Array.Resize(ref bytes, bytes.Length + 1);
            return bytes;
        }

        private static byte[] BytesWithSurrogates(string text)
        {
            var bytes = new System.Collections.Generic.List<byte>();
            for (var index = 0; index < text.Length; index++)
            {
                var unit = text[index];
                if (char.IsSurrogatePair(text, index)) bytes.AddRange(Strict.GetBytes(text.Substring(index++, 2)));
                else if (!char.IsSurrogate(unit)) bytes.AddRange(Strict.GetBytes(new[] { unit }));
                else bytes.AddRange(new[] { (byte)0xED, (byte)(0x80 | (unit >> 6 & 0x3F)), (byte)(0x80 | (unit & 0x3F)) });
            }
            return bytes.ToArray();
        }

        /// <summary>A name or a path, which C reads up to its NUL.</summary>
        internal static byte[] Name(string name, string argument, string what)
        {
            if (name == null) throw new ArgumentNullException(argument, "found null; " + what + " is expected");
            if (name.IndexOf('\0') >= 0)
                throw new AditException(AditException.InvalidArgument, "found a NUL in " + what + ", " + Json.Write(name) + "; one without it is expected");
            return Bytes(name);
        }

        /// <summary>Expects an argument that is not null.</summary>
        internal static T Given<T>(T value, string argument, string expected) where T : class
        {
            if (value == null) throw new ArgumentNullException(argument, "found null; " + expected + " is expected");
            return value;
        }

        internal static string Text(IntPtr pointer)
        {
            var length = 0;
            while (Marshal.ReadByte(pointer, length) != 0) length++;
            return Text(pointer, length);
        }

        internal static string Text(IntPtr pointer, int length)
        {
            var bytes = new byte[length];
            Marshal.Copy(pointer, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>The text that Adit has handed over, which is freed; null if there is none.</summary>
        internal string Take(IntPtr pointer, UIntPtr length)
        {
            if (pointer == IntPtr.Zero) return null;
            var text = Text(pointer, checked((int)length));
            free(pointer);
            return text;
        }

        internal static ErrorRecord NewRecord()
        {
            return new ErrorRecord { Offset = NoOffset, Text = new byte[248] };
        }

        /// <summary>Throws the error of a code, or returns the code.</summary>
        internal int Check(int code) { return Check(code, NewRecord()); }

        internal int Check(int code, ErrorRecord record)
        {
            if (code >= 0) return code;
            var length = record.Text == null ? 0 : Math.Max(0, Array.IndexOf(record.Text, (byte)0));
            var text = length > 0 ? Encoding.UTF8.GetString(record.Text, 0, length) : Text(StrError(code));
            throw new AditException(code, text, record.Offset == NoOffset ? (long?)null : record.Offset);
        }
    }
}
