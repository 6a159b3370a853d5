/**
 * One spelling for all that people make of a short code: letter case, blanks and hyphens do not
 * count.
 */
export const normalizeShortCode = (typed: string): string =>
  typed
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
