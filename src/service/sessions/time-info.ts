import type { SearchResponse } from '../../contract/session-search.ts'

/** The time as searches return it, with the local time if the session has the user's time zone. */
export const toTimeInfo = (
  now: Date,
  timeZone: string | undefined,
): SearchResponse['time_info'] => ({
  current_time_utc: now.toISOString(),
  current_time_utc_epoch_seconds: Math.floor(now.getTime() / 1000),
  message: `Use this time for everything relative, such as "today" or "last week"${timeZone === undefined ? '' : `. Where the user is (${timeZone}), it is ${toLocalTime(now, timeZone)}`}`,
})

/** Such as `Saturday 2026-11-21 13:05 GMT+01:00`. */
export const toLocalTime = (now: Date, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${part['weekday']} ${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']} ${part['timeZoneName']}`
}
