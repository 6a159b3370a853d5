import type { ComponentChildren } from 'preact'
import type { Activity } from '../../contract/activity.ts'
import type { CopyTexts } from '../api/copy-texts.ts'
import { useData } from '../api/use-data.ts'
import { CopyAs } from './copy.tsx'
import { ErrorBox } from './error-box.tsx'
import { Filters, type Filter } from './filters.tsx'
import { Loading, Page } from './page.tsx'
import { Table, type Column } from './table.tsx'
import { useQuery } from './use-query.ts'

/** The part of a page of the interface that lists need. */
type ListAnswer<Row> = { items: Row[]; next_cursor: string | null; total_items: number }

type ListPageProps<Row> = {
  title: string
  actions?: ComponentChildren
  filters?: readonly Filter[]
  /** Gets the filters and the cursor as they are in the address. */
  load: (query: Record<string, string>, signal: AbortSignal) => Promise<ListAnswer<Row>>
  /** The request behind the list, to take along; gets what `load` gets. */
  copy?: (query: Record<string, string>) => CopyTexts & { mcp?: string }
  /** What changes the list; see `useData`. */
  refreshOn?: readonly Activity['type'][]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  hrefOf?: (row: Row) => string
  /** Shown when there is nothing at all, filters aside. */
  empty: ComponentChildren
  /** Shown above the table. */
  children?: ComponentChildren
}

/** A screen with a list: filters and page in the address, loaded again when something changes. */
export const ListPage = <Row,>(props: ListPageProps<Row>) => {
  const { title, actions, filters = [], load, copy, refreshOn = [], children } = props
  const { query } = useQuery()
  const data = useData((signal) => load(query, signal), [query], { refreshOn })
  const isFiltered = filters.some(({ name }) => query[name])
  const { value } = data
  const isEmpty = value?.items.length === 0 && !isFiltered && !query['cursor']
  return (
    <Page title={title} actions={actions}>
      {children}
      {filters.length > 0 && !isEmpty && <Filters of={filters} />}
      <ErrorBox error={data.error} retry={data.reload} />
      {value === undefined && data.isLoading && <Loading />}
      {isEmpty && props.empty}
      {value && !isEmpty && <Rows {...props} answer={value} />}
      {copy && <CopyAs {...copy(query)} />}
    </Page>
  )
}

const Rows = <Row,>({
  title,
  columns,
  keyOf,
  hrefOf,
  answer,
}: ListPageProps<Row> & { answer: ListAnswer<Row> }) => {
  const { query, setQuery } = useQuery()
  if (answer.items.length === 0) return <p class="quiet">Nothing matches the filters.</p>
  return (
    <>
      <Table label={title} columns={columns} rows={answer.items} keyOf={keyOf} hrefOf={hrefOf} />
      <nav class="pages" aria-label="Pages">
        <span class="quiet">{answer.total_items.toLocaleString('en')} in all</span>
        {query['cursor'] && (
          <button type="button" onClick={() => setQuery({ cursor: undefined })}>
            First page
          </button>
        )}
        {answer.next_cursor && (
          <button
            type="button"
            onClick={() => setQuery({ cursor: answer.next_cursor ?? undefined })}
          >
            Next page
          </button>
        )}
      </nav>
    </>
  )
}
