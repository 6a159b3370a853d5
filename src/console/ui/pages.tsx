import { useQuery } from './use-query.ts'

type PagesProps = {
  /** What is paged, for those who do not see it. */
  label?: string
  /** The name in the address of what selects a page. */
  name?: string
  /** How much there is, or where one is. */
  says?: string
  /** What selects the next page; null on the last one. */
  next: string | null
}

/** The way through the pages of a list; the address has the page that is shown. */
export const Pages = ({ label = 'Pages', name = 'cursor', says, next }: PagesProps) => {
  const { query, setQuery } = useQuery()
  return (
    <nav class="pages" aria-label={label}>
      <span class="quiet">{says}</span>
      {query[name] && (
        <button type="button" onClick={() => setQuery({ [name]: undefined })}>
          First page
        </button>
      )}
      {next !== null && (
        <button type="button" onClick={() => setQuery({ [name]: next })}>
          Next page
        </button>
      )}
    </nav>
  )
}

/** @example toTotal(1250) // '1,250 in all' */
export const toTotal = (count: number): string => `${count.toLocaleString('en')} in all`
