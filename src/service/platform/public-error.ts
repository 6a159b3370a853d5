/**
 * An error whose message is written for callers: it contains no table, key, path or value that they
 * did not provide.
 *
 * All other messages are only logged, because libraries quote the data they work on.
 */
export abstract class PublicError extends Error {}

/** The part of any thrown error that a caller may read. */
export const publicMessage = (thrown: unknown, otherwise: string): string =>
  thrown instanceof PublicError ? thrown.message : otherwise
