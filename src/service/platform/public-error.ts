/**
 * An error whose message is written for whoever called: it names no table, key, path or value that
 * they did not give themselves.
 *
 * Every other message is for the log: those of libraries quote what they worked on.
 */
export abstract class PublicError extends Error {}

/** What a caller may read of anything that was thrown. */
export const publicMessage = (thrown: unknown, otherwise: string): string =>
  thrown instanceof PublicError ? thrown.message : otherwise
