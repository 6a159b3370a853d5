import type { ComponentChildren } from 'preact'
import type { Activity } from '../../contract/activity.ts'
import type { CopyTexts } from '../api/copy-texts.ts'
import { useData } from '../api/use-data.ts'
import { CopyAs } from './copy.tsx'
import { ErrorBox } from './error-box.tsx'
import { Filters, type Filter } from './filters.tsx'
import { Loading, Page } from './page.tsx'
import { Pages, toTotal } from './pages.tsx'
import { Table, type Column } from './table.tsx'
import { useHeld } from './use-held.ts'
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
  const { title, actions, filters = [], load, copy, refreshOn = [], keyOf, children } = props
  const { query } = useQuery()
  const data = useData((signal) => load(query, signal), [query], { refreshOn })
  const { shown, isHeld, showNewest, place } = useHeld(data.value, keyOf)
  const isFiltered = filters.some(({ name }) => query[name])
  const isEmpty = shown?.items.length === 0 && !isFiltered && !query['cursor']
  return (
    <Page title={title} actions={actions}>
      {children}
      {filters.length > 0 && !isEmpty && <Filters of={filters} />}
      <ErrorBox error={data.error} retry={data.reload} />
      {shown === undefined && data.isLoading && <Loading />}
      {isEmpty && props.empty}
      {isHeld && (
        <p class="held" role="status">
          There are newer entries.
          <button type="button" onClick={showNewest}>
            Show them
          </button>
        </p>
      )}
      {shown && !isEmpty && (
        <div ref={place}>
          <Rows {...props} answer={shown} />
        </div>
      )}
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
}: ListPageProps<Row> & { answer: ListAnswer<Row> }) =>
  answer.items.length === 0 ? (
    <p class="quiet">Nothing matches the filters.</p>
  ) : (
    <>
      <Table label={title} columns={columns} rows={answer.items} keyOf={keyOf} hrefOf={hrefOf} />
      <Pages says={toTotal(answer.total_items)} next={answer.next_cursor} />
    </>
  )
