import { useRef, useState } from 'preact/hooks'
import type { RefObject } from 'preact'

type Answer<Row> = { items: readonly Row[] }

/**
 * Holds back a newer answer of a list while it would take away a row that somebody reads. Where the
 * beginning of the list is on the screen, the newest answer is shown at once.
 *
 * `place` is the element around the table.
 */
export const useHeld = <Row, List extends Answer<Row>>(
  newest: List | undefined,
  keyOf: (row: Row) => string,
): {
  shown: List | undefined
  isHeld: boolean
  showNewest: () => void
  place: RefObject<HTMLDivElement | null>
} => {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<List | undefined>(undefined)
  const [, redraw] = useState({})
  if (newest !== shown.current) {
    const remaining = new Set(newest?.items.map((row) => keyOf(row)))
    const read = newest && place.current ? rowsRead(place.current, shown.current?.items ?? []) : []
    if (read.every((row) => remaining.has(keyOf(row)))) shown.current = newest
  }
  return {
    shown: shown.current,
    isHeld: shown.current !== newest,
    showNewest: () => {
      shown.current = newest
      scrollTo(0, 0)
      redraw({})
    },
    place,
  }
}

/** The rows on the screen, if the list has been scrolled. */
const rowsRead = <Row>(place: Element, items: readonly Row[]): readonly Row[] => {
  if (place.getBoundingClientRect().top >= 0) return []
  const elements = [...place.querySelectorAll('tbody > tr')]
  return items.filter((_, index) => {
    const { top, bottom } = elements[index]?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    return bottom > 0 && top < innerHeight
  })
}
