type Span = { start: number; end: number }

const dayMs = 86_400_000
const firstHour = 8
const lastHour = 18

/**
 * The time between two points that is neither busy nor outside working hours (8 to 18 UTC, Monday
 * to Friday).
 */
export const freeSlots = (window: Span, busy: Span[], minutes: number): Span[] =>
  workingHours(window)
    .flatMap((span) => busy.reduce(without, [span]))
    .filter(({ start, end }) => end - start >= minutes * 60_000)

const workingHours = ({ start, end }: Span): Span[] => {
  const spans: Span[] = []
  for (let day = new Date(start).setUTCHours(0, 0, 0, 0); day < end; day += dayMs) {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
    const span = {
      start: Math.max(start, day + firstHour * 3_600_000),
      end: Math.min(end, day + lastHour * 3_600_000),
    }
    if (!isWeekend && span.start < span.end) spans.push(span)
  }
  return spans
}

const without = (spans: Span[], taken: Span): Span[] =>
  spans.flatMap((span) => {
    if (taken.end <= span.start || taken.start >= span.end) return [span]
    return [
      { start: span.start, end: taken.start },
      { start: taken.end, end: span.end },
    ].filter(({ start, end }) => start < end)
  })
