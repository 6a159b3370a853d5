/**
 * Tools of such a toolkit could have the slugs of the service's tools (`SVC_…`) or of the caller's
 * local tools (`LOCAL_…`); the others are paths of operations.
 */
export const isReservedSlug = (toolkit: string): boolean =>
  /^(svc|local)([_-]|$)/i.test(toolkit) || paths.has(toolkit.toLowerCase())

const paths = new Set(['add', 'available'])
