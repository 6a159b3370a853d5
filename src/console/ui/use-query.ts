import { useLocation } from 'preact-iso'

/**
 * The state of a screen that is in its address: what is filtered, which page, what is open.
 *
 * Setting a value makes a new address; an empty one removes the name.
 */
export const useQuery = (): {
  query: Record<string, string>
  setQuery: (changes: Record<string, string | undefined>) => void
} => {
  const { path, query, route } = useLocation()
  return {
    query,
    setQuery: (changes) => {
      // Of this moment, not of when the screen was drawn: a change may come from a timer.
      const present = Object.fromEntries(new URLSearchParams(location.search))
      const given = Object.entries({ ...present, ...changes }).filter(
        (entry): entry is [string, string] => Boolean(entry[1]),
      )
      const search = new URLSearchParams(given).toString()
      route(path + (search && `?${search}`))
    },
  }
}
