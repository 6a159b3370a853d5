import { normalizeShortCode } from './normalize-short-code.ts'
import { safeEqual } from './safe-equal.ts'

/**
 * Whether a person typed this code, in whatever letter case and with whatever blanks and hyphens.
 */
export const isShortCode = (code: string, typed: string): boolean =>
  safeEqual(normalizeShortCode(code), normalizeShortCode(typed))
