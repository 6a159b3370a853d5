const two = (number: number): string => String(number).padStart(2, '0')

/** A time as this machine's clock shows it, without the date of today and the year of this year. */
export const toReadableTime = (time: Date, now = new Date()): string => {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  if (time.toDateString() === now.toDateString()) return clock
  const day = `${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock.slice(0, 5)}`
  return time.getFullYear() === now.getFullYear() ? day : `${time.getFullYear()}-${day}`
}
