/**
 * Tools of such a toolkit could have the slugs of the service's own tools (`SVC_…`) or of the
 * caller's own (`LOCAL_…`).
 */
export const isReservedSlug = (toolkit: string): boolean => /^(svc|local)([_-]|$)/i.test(toolkit)
