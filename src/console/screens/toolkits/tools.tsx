import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Filters } from '../../ui/filters.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Loading } from '../../ui/page.tsx'
import { Pages, toTotal } from '../../ui/pages.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useQuery } from '../../ui/use-query.ts'

type Tool = Awaited<ReturnType<typeof client.tools.list>>['items'][number]

const hints = {
  readOnlyHint: 'Only reads',
  destructiveHint: 'May destroy',
  idempotentHint: 'Repeating it changes nothing more',
  openWorldHint: 'Reaches the outside world',
} as const
type Hint = keyof typeof hints
const allHints = Object.keys(hints) as Hint[]

const isHint = (tag: string): tag is Hint => tag in hints

/** The tools of a toolkit with their hints; the one that `?tool=` names is open. */
export const Tools = ({ slug, version }: { slug: string; version: string }) => {
  const { query, setQuery } = useQuery()
  const { search = '', cursor = '', tool: open } = query
  const { value, error, reload } = useData(
    (signal) =>
      client.tools.list(
        {
          query: {
            toolkit_slug: slug,
            limit: 50,
            ...(search && { search: search.slice(0, 4000) }),
            ...(cursor && { cursor }),
          },
        },
        { signal },
      ),
    [slug, version, search, cursor],
    { refreshOn: ['toolkit'] },
  )
  return (
    <section aria-label="Tools">
      <h2>Tools</h2>
      <Filters of={[{ name: 'search', label: 'Search the tools' }]} />
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value && (
        <Table
          label="Tools"
          rows={value.items}
          keyOf={(tool) => tool.slug}
          columns={[
            {
              title: 'Tool',
              cell: (tool) => (
                <button type="button" class="plain" onClick={() => setQuery({ tool: tool.slug })}>
                  <code>{tool.slug}</code>
                </button>
              ),
            },
            { title: 'About', cell: (tool) => <span class="clipped">{tool.description}</span> },
            { title: 'Hints', cell: (tool) => <Hints of={tool} /> },
          ]}
        />
      )}
      {value && (
        <Pages label="Pages of tools" says={toTotal(value.total_items)} next={value.next_cursor} />
      )}
      {open && (
        <OpenTool
          key={open}
          slug={open}
          close={() => setQuery({ tool: undefined })}
          changed={reload}
        />
      )}
    </section>
  )
}

const Hints = ({ of }: { of: Tool }) => (
  <span class="hints">
    {of.tags.filter(isHint).map((hint) => (
      <Badge key={hint} tone={hint === 'destructiveHint' ? 'bad' : 'neutral'}>
        {hints[hint]}
      </Badge>
    ))}
    {of.annotations && <Badge tone="accent">Set here</Badge>}
  </span>
)

type OpenToolProps = { slug: string; close: () => void; changed: () => void }

/** A tool: its arguments, and the hints that the project sets for it. */
const OpenTool = ({ slug, close, changed }: OpenToolProps) => {
  const { value, error } = useData(
    (signal) => client.tools.get({ params: { tool_slug: slug } }, { signal }),
    [slug],
  )
  return (
    <Dialog title={slug} close={close}>
      <ErrorBox error={error} />
      {value && (
        <>
          <p>{value.description}</p>
          <JsonView value={value.input_parameters} label="arguments" />
          <Override of={value} close={close} changed={changed} />
        </>
      )}
      {!value && (
        <div class="actions">
          <button type="button" onClick={close}>
            Close
          </button>
        </div>
      )}
    </Dialog>
  )
}

const Override = ({ of, close, changed }: Omit<OpenToolProps, 'slug'> & { of: Tool }) => {
  const [set, setSet] = useState<Partial<Record<Hint, boolean>>>(of.annotations ?? {})
  const [error, setError] = useState<unknown>(undefined)
  const choose = (hint: Hint, value: string) =>
    setSet((before) =>
      Object.fromEntries(
        allHints.flatMap((one): [Hint, boolean][] => {
          const now = one === hint ? (value === '' ? undefined : value === 'yes') : before[one]
          return now === undefined ? [] : [[one, now]]
        }),
      ),
    )
  const save = () => {
    setError(undefined)
    client.tools
      .annotate({ params: { tool_slug: of.slug }, body: set })
      .then(() => {
        toast('Saved the hints')
        changed()
        close()
      })
      .catch(setError)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {allHints.map((hint) => (
        <label class="field" key={hint}>
          <span>{hints[hint]}</span>
          <select
            value={set[hint] === undefined ? '' : set[hint] ? 'yes' : 'no'}
            onChange={(event) => choose(hint, event.currentTarget.value)}
          >
            <option value="">As the toolkit says</option>
            <option value="yes">Yes</option>
            <option value="no">No</option>
          </select>
        </label>
      ))}
      <ErrorBox error={error} />
      <div class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
        <button type="submit" class="primary">
          Save hints
        </button>
      </div>
    </form>
  )
}
