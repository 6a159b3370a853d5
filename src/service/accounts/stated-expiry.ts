import { findScheme } from '../auth-schemes/index.ts'
import type { AuthScheme } from '../../contract/common.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The expiry of an imported credential, where its values state one; only of schemes whose
 * credentials are renewed.
 */
export const statedExpiry = (mode: AuthScheme, values: Values, now: Date): Date | null => {
  const scheme = findScheme(mode)
  if (!scheme?.refresh && !scheme?.obtain) return null
  const milliseconds = instantOf(values['expires_at']) ?? afterSeconds(values['expires_in'], now)
  const date = new Date(milliseconds ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

/** ISO 8601, or seconds since 1970. */
const instantOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value * 1000
  if (typeof value !== 'string' || value === '') return undefined
  return /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Date.parse(value)
}

const afterSeconds = (value: unknown, now: Date): number | undefined =>
  (typeof value === 'number' || (typeof value === 'string' && /^\d{1,12}$/.test(value))) &&
  Number(value) >= 0
    ? now.getTime() + Number(value) * 1000
    : undefined
