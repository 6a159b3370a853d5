import { matchesDate, matchesDateTime, matchesDuration, matchesTime } from './formats/dates.ts'
import {
  matchesEmail,
  matchesHostname,
  matchesInternationalEmail,
  matchesInternationalHostname,
  matchesIpv4,
  matchesIpv6,
} from './formats/hosts.ts'
import { matchesIri, matchesUri } from './formats/uri.ts'

type Format = {
  matches(text: string): boolean
  /** Shown to the model whose value was invalid. */
  example: string
}

/** The formats that are asserted. */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', { matches: matchesDate, example: '2026-01-31' }],
  ['time', { matches: matchesTime, example: '09:30:00Z' }],
  ['date-time', { matches: matchesDateTime, example: '2026-01-31T09:30:00Z' }],
  ['duration', { matches: matchesDuration, example: 'P1DT12H' }],
  ['email', { matches: matchesEmail, example: 'ada@example.com' }],
  ['hostname', { matches: matchesHostname, example: 'www.example.com' }],
  ['idn-email', { matches: matchesInternationalEmail, example: 'ada@exämple.com' }],
  ['idn-hostname', { matches: matchesInternationalHostname, example: 'www.exämple.com' }],
  ['ipv4', { matches: matchesIpv4, example: '192.0.2.1' }],
  ['ipv6', { matches: matchesIpv6, example: '2001:db8::1' }],
  ['uri', { matches: matchesUri, example: 'https://example.com/path' }],
  ['iri', { matches: matchesIri, example: 'https://example.com/päth' }],
  ['uuid', { matches: (text) => uuid.test(text), example: '123e4567-e89b-42d3-a456-426614174000' }],
])

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
