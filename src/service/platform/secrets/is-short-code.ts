import { normalizeShortCode } from './normalize-short-code.ts'
import { safeEqual } from './safe-equal.ts'

/** Compares what a person typed with a code, ignoring letter case, blanks and hyphens. */
export const isShortCode = (code: string, typed: string): boolean =>
  safeEqual(normalizeShortCode(code), normalizeShortCode(typed))
