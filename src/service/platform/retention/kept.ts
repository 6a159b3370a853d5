import { dayMs, hourMs } from '../clock.ts'

/** How long rows are kept that an operator can choose for, and the variable that says so. */
export type Age = { afterMs: number; setting: string }

/** What the interface promises, such as 24 hours for repeated requests, is the least. */
const ages = {
  logs: { setting: 'PLUGBOARD_RETENTION_DAYS', unitMs: dayMs, count: 30, least: 1, most: 3650 },
  sessionIdle: {
    setting: 'PLUGBOARD_SESSION_IDLE_DAYS',
    unitMs: dayMs,
    count: 30,
    least: 1,
    most: 3650,
  },
  sessions: {
    setting: 'PLUGBOARD_SESSION_MAX_DAYS',
    unitMs: dayMs,
    count: 365,
    least: 1,
    most: 3650,
  },
  imports: { setting: 'PLUGBOARD_IMPORT_DAYS', unitMs: dayMs, count: 90, least: 1, most: 3650 },
  versions: {
    setting: 'PLUGBOARD_SUPERSEDED_DAYS',
    unitMs: dayMs,
    count: 180,
    least: 1,
    most: 3650,
  },
  accounts: {
    setting: 'PLUGBOARD_DEAD_ACCOUNT_DAYS',
    unitMs: dayMs,
    count: 180,
    least: 1,
    most: 3650,
  },
  events: { setting: 'PLUGBOARD_EVENT_DAYS', unitMs: dayMs, count: 30, least: 1, most: 3650 },
  stream: { setting: 'PLUGBOARD_STREAM_HOURS', unitMs: hourMs, count: 24, least: 24, most: 720 },
  keys: { setting: 'PLUGBOARD_IDEMPOTENCY_HOURS', unitMs: hourMs, count: 24, least: 24, most: 720 },
} as const

export type KeptName = keyof typeof ages
export type Kept = Readonly<Record<KeptName, Age>>

/** The variables, with the defaults and limits of their numbers. */
export const keptSettings = Object.entries(ages).map(([name, { setting, count, least, most }]) => ({
  name: name as KeptName,
  setting,
  count,
  least,
  most,
}))

/** Ages of these numbers of days or hours, otherwise of the defaults. */
export const toKept = (counts: Partial<Record<KeptName, number | undefined>> = {}): Kept => {
  const toAge = (name: KeptName): Age => {
    const { setting, unitMs, count } = ages[name]
    return { setting, afterMs: (counts[name] ?? count) * unitMs }
  }
  return {
    logs: toAge('logs'),
    sessionIdle: toAge('sessionIdle'),
    sessions: toAge('sessions'),
    imports: toAge('imports'),
    versions: toAge('versions'),
    accounts: toAge('accounts'),
    events: toAge('events'),
    stream: toAge('stream'),
    keys: toAge('keys'),
  }
}
