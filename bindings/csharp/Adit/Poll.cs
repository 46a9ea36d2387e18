using System;
using System.Runtime.InteropServices;

namespace Adit
{
    [StructLayout(LayoutKind.Sequential)]
    internal struct PolledFile
    {
        internal int File;
        internal short Events;
        internal short Returned;
    }

    /// <summary>Drives any number of cores in one thread, by poll(2).</summary>
    public static class Poll
    {
        [DllImport("libc", SetLastError = true)]
        private static extern int poll([In, Out] PolledFile[] files, UIntPtr count, int timeout);

        private const short Readable = 1;

        internal static bool IsReadable(int descriptor)
        {
            var files = new[] { new PolledFile { File = descriptor, Events = Readable } };
            return poll(files, (UIntPtr)1, 0) > 0;
        }

        /// <summary>Waits for work of one of the cores, `timeout` milliseconds at most (-1: without limit), and does it.</summary>
        public static void Step(Core[] cores, int timeout)
        {
            Native.Given(cores, "cores", "an array of cores");
            foreach (var core in cores) Native.Given(core, "cores", "an array of cores, none of which is null,");
            var files = Array.ConvertAll(cores, core => new PolledFile { File = core.IsClosed ? -1 : core.Descriptor, Events = Readable });
            poll(files, (UIntPtr)files.Length, timeout);
            for (var index = 0; index < cores.Length; index++)
                if (files[index].Returned != 0 && !cores[index].IsClosed) cores[index].Process(0);
        }
    }
}
