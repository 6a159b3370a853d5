/** RFC 3339 `full-date`; the day must exist. */
export const matchesDate = (text: string): boolean => {
  const [, year, month, day] = date.exec(text) ?? []
  return (
    year !== undefined && Number(day) >= 1 && Number(day) <= daysIn(Number(month), Number(year))
  )
}

const date = /^(\d{4})-(\d\d)-(\d\d)$/

const daysIn = (month: number, year: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** RFC 3339 `full-time`: the offset is required, and a leap second must be at 23:59 UTC. */
export const matchesTime = (text: string): boolean => {
  const [, hour, minute, second, sign, offsetHour = '0', offsetMinute = '0'] = time.exec(text) ?? []
  if (
    hour === undefined ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(offsetHour) > 23 ||
    Number(offsetMinute) > 59
  )
    return false
  if (Number(second) < 60) return true
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1)
  const minuteOfDay =
    (Number(hour) * 60 + Number(minute) - offset + 2 * minutesPerDay) % minutesPerDay
  return Number(second) === 60 && minuteOfDay === minutesPerDay - 1
}

const time = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i
const minutesPerDay = 24 * 60

/** RFC 3339 `date-time`. */
export const matchesDateTime = (text: string): boolean =>
  /^t$/i.test(text.charAt(10)) && matchesDate(text.slice(0, 10)) && matchesTime(text.slice(11))

/** RFC 3339 appendix A: units in order and without gaps; weeks cannot be combined with others. */
export const matchesDuration = (text: string): boolean => duration.test(text)

const duration = new RegExp(
  [
    '^P(?:\\d+W|(?=\\d|T)',
    '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)?',
    '(?:T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))?)$',
  ].join(''),
)
