/**
 * Tools of such a toolkit could have the slugs of the service's tools (`SVC_…`) or of the caller's
 * local tools (`LOCAL_…`).
 */
export const isReservedSlug = (toolkit: string): boolean => /^(svc|local)([_-]|$)/i.test(toolkit)
