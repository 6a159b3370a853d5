import { createId } from '../platform/ids.ts'

/** What tracing tools and proxies send: ids, UUIDs, hashes. */
const wellFormed = /^[0-9A-Za-z][0-9A-Za-z_.:-]{7,127}$/

/**
 * The request id of the caller if it is well-formed, so that one id leads through the logs of both;
 * otherwise a new one.
 */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && wellFormed.test(given) ? given : createId('req_')
