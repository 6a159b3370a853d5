import { stripVTControlCharacters } from 'node:util'
import { stringify } from 'yaml'
import { toReadableTime } from '../to-readable-time.ts'

/** Formats a record for people: as YAML, without what is empty or repeats other fields. */
export const toRecordText = (answer: unknown, omits: readonly string[] = []): string => {
  const omitted = new Set([...omits, 'deprecated'])
  const shown = Object.entries({ ...(answer as Record<string, unknown>) })
    .filter(([name, value]) => !omitted.has(name) && value !== null)
    .map(([name, value]) => [name, toReadable(name, value)] as const)
  const text = stringify(Object.fromEntries(shown), { lineWidth: 0, aliasDuplicateObjects: false })
  // Third parties wrote some of these texts.
  return stripVTControlCharacters(text.trimEnd()).replaceAll(/[^\P{Cc}\n]/gu, '')
}

const toReadable = (name: string, value: unknown): unknown => {
  if (name.endsWith('_ms') && typeof value === 'number') return Math.round(value)
  if (name.endsWith('_at') && typeof value === 'string' && process.stdout.isTTY)
    return toReadableTime(new Date(value))
  return value
}
