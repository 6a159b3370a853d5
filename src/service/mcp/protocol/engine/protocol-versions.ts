/**
 * Revisions that begin with `initialize`, newest first: the first one is offered to clients that
 * request an unsupported one.
 */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26']

export const isHandshakeVersion = (version: string): boolean => handshakeVersions.includes(version)

/** The revision without a handshake, where each request is self-contained. */
export const requestVersion = '2026-07-28'
