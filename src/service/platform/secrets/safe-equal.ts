import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export const safeEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
