/** The codes of adit.h, by their names. */
export const codes = Object.freeze({
  EINVAL: -1, EABI: -2, EAPP: -3, ECONFIG: -4, ECORE: -5, EBUSY: -6, EFORK: -7, EJSON: -8, EMESSAGE: -9, ESIZE: -10,
  EFULL: -11, ETIMEDOUT: -12, ESTORE: -13, ELOCKED: -14, ESCHEMA: -15, ENOMEM: -16, EINTERNAL: -17, EHANDLER: -18,
  ECASCADE: -19, ECLOSED: -20, EREPLAY: -21, EDENIED: -22,
  ECRASHED: -23, // of libadit_served.so
  EFENCED: -24,
});

const names = new Map(Object.entries(codes).map(([name, number]) => [number, name]));

/**
 * An error of a call, or an `@error` of a core.
 *
 * As in Node's own errors, `code` is a name and `errno` is a number: 'ADIT_EJSON' and -8.
 */
export class AditError extends Error {
  name = 'AditError';

  constructor(errno, offset, text, { path, cause, name } = {}) {
    super(text, cause === undefined ? undefined : { cause });
    this.errno = errno;
    this.code = `ADIT_${name ?? names.get(errno) ?? `E${-errno}`}`;
    if (offset !== undefined) this.offset = offset;
    if (path !== undefined) this.path = path;
  }

  /** The error that `{"@error": {"code", "message", "path"}}` reports, or `@gone`. */
  static fromMessage({ code, message, path, offset }) {
    const name = code.toUpperCase();
    return new AditError(codes[name] ?? codes.EINTERNAL, offset, message, { path, name });
  }
}
