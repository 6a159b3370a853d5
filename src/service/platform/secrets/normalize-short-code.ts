/** Normalizes a typed short code: letter case, blanks and hyphens are ignored. */
export const normalizeShortCode = (typed: string): string =>
  typed
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
