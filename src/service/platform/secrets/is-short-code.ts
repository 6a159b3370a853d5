import { safeEqual } from './safe-equal.ts'

/** Whether a person typed this code, in whatever letter case and with whatever blanks and hyphens. */
export const isShortCode = (code: string, typed: string): boolean => safeEqual(toPlain(code), toPlain(typed.slice(0, 100)))

const toPlain = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
