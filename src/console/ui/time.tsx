import { signal } from '@preact/signals'

/** The present, every 15 seconds: all relative times of the page follow it. */
export const present = signal(Date.now())
setInterval(() => {
  if (document.visibilityState === 'visible') present.value = Date.now()
}, 15_000)

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const toRelative = (seconds: number): string => {
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return Math.abs(seconds) < 5 ? 'now' : relative.format(Math.round(seconds / length), unit)
}

/** A time: how long ago, and on hover exactly. `exact` shows it in full. */
export const Time = ({ at, exact = false }: { at: string; exact?: boolean }) => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <span>{at}</span>
  const full = absolute.format(date)
  return (
    <time dateTime={at} title={full}>
      {exact ? full : toRelative((date.getTime() - Math.max(present.value, Date.now())) / 1000)}
    </time>
  )
}

/** @example toDuration(1250) // '1.3 s' */
export const toDuration = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : milliseconds < 59_950
      ? `${(milliseconds / 1000).toFixed(1)} s`
      : toMinutes(Math.round(milliseconds / 1000))

const toMinutes = (seconds: number): string => `${Math.floor(seconds / 60)} min ${seconds % 60} s`
