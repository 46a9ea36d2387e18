using System;
using System.Threading.Tasks;

namespace Adit.Typed
{
    /// <summary>A part of the core's state, kept up to date while the core is driven. Disposing it ends that. Any thread.</summary>
    public sealed class Followed<T> : IDisposable
    {
        private readonly TaskCompletionSource<T> ready = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly Client client;
        private readonly Action<T> onChange;
        private T value;
        private long read;

        internal Followed(Client client, string path, Action<T> onChange, long? from, long? limit)
        {
            this.client = client;
            this.onChange = onChange;
            Mirror = client.Core.Follow(path, Change, from, limit);
        }

        /// <summary>The part as the binding has it: its revision, and of a window the position, the count and `Move`.</summary>
        public Mirror Mirror { get; }

        /// <summary>The present value, which is read anew after a change; null if there is none now.</summary>
        /// <exception cref="DecodingException">it has another form</exception>
        public T Value { get { return Read(Mirror); } }

        /// <summary>Completes with the first value.</summary>
        public Task<T> Ready { get { return ready.Task; } }

        public void Dispose() { Mirror.Stop(); }

        private T Read(Mirror mirror)
        {
            lock (mirror.Gate)
            {
                if (read == mirror.Updates) return value;
                var part = mirror.Value;
                value = part == null ? default(T) : (T)Coding.Read(typeof(T), part, mirror.Path);
                read = mirror.Updates;
                return value;
            }
        }

        private void Change(Mirror mirror)
        {
            if (onChange == null && ready.Task.IsCompleted) return;
            client.Guard(() =>
            {
                T value;
                try { value = Read(mirror); }
                catch (DecodingException failure)
                {
                    ready.TrySetException(failure);
                    throw;
                }
                ready.TrySetResult(value);
                onChange?.Invoke(value);
            });
        }
    }
}
