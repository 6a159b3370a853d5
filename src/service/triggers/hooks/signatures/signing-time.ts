import type { SignedContent } from '../../../../contract/import-trigger-signature.ts'
import { toText } from '../../requests/select-path.ts'
import { valueAt, type HookRequest } from '../hook-request.ts'
import { pairNamed } from './received-signatures.ts'

type Timestamp = NonNullable<SignedContent['timestamp']>

/** The signing time of a delivery, as it is written there; undefined if there is none. */
export const signingTime = (
  { in: place, name }: Timestamp,
  request: HookRequest,
  headers: string[],
): string | undefined => {
  const value = place === 'pairs' ? pairNamed(name, headers) : valueAt(request, { in: place, name })
  return value === undefined || value === null ? undefined : toText(value)
}

export const isRecent = (
  text: string,
  { format }: Timestamp,
  toleranceSeconds: number,
  now: Date,
): boolean => {
  const time = toMilliseconds(text, format)
  return time !== undefined && Math.abs(now.getTime() - time) <= toleranceSeconds * 1000
}

const isoDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

const toMilliseconds = (text: string, format: Timestamp['format']): number | undefined => {
  switch (format) {
    case 'seconds':
      return /^\d{1,12}$/.test(text) ? Number(text) * 1000 : undefined
    case 'milliseconds':
      return /^\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'date': {
      const time = isoDate.test(text) || httpDate.test(text) ? Date.parse(text) : Number.NaN
      return Number.isNaN(time) ? undefined : time
    }
    default:
      return format satisfies never
  }
}
