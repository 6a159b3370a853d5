/**
 * Revisions that begin with `initialize`, the newest first: it is offered to a client that asks for
 * one that we don't speak.
 */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26']

export const isHandshakeVersion = (version: string): boolean => handshakeVersions.includes(version)
