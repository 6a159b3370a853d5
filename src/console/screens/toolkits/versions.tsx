import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Loading } from '../../ui/page.tsx'
import { useQuery } from '../../ui/use-query.ts'
import type { Toolkit } from './toolkit.tsx'

type Tool = Awaited<ReturnType<typeof client.tools.list>>['items'][number]

/** What of a tool is compared. */
const fields = ['name', 'description', 'input_parameters', 'output_parameters'] as const

/** A comparison of more would not fit into a page. */
const maximumTools = 10_000

/** The tools of one version by slug. */
const loadTools = async (slug: string, version: string, signal: AbortSignal) => {
  const tools = new Map<string, Tool>()
  const query = { toolkit_slug: slug, toolkit_versions: { [slug]: version }, limit: 1000 }
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof client.tools.list>> = await client.tools.list(
      { query: { ...query, ...(cursor !== null && { cursor }) } },
      { signal },
    )
    for (const tool of page.items) tools.set(tool.slug, tool)
    if (tools.size > maximumTools)
      throw new Error(
        `${slug} ${version} has more than ${maximumTools.toLocaleString('en')} tools: compare what GET /tools answers with toolkit_versions`,
      )
    cursor = page.next_cursor
  } while (cursor !== null)
  return tools
}

const loadDifference = async (slug: string, from: string, to: string, signal: AbortSignal) => {
  const [before, after] = await Promise.all([
    loadTools(slug, from, signal),
    loadTools(slug, to, signal),
  ])
  return {
    added: [...after.keys()].filter((tool) => !before.has(tool)),
    removed: [...before.keys()].filter((tool) => !after.has(tool)),
    changed: [...after.values()].flatMap((tool) => {
      const earlier = before.get(tool.slug)
      const changes = earlier ? changesOf(earlier, tool) : []
      return changes.length > 0 ? [{ slug: tool.slug, changes }] : []
    }),
  }
}

const changesOf = (before: Tool, after: Tool) =>
  fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }))

/** The versions of a toolkit; `?compare=` chooses the one that the present is compared with. */
export const Versions = ({ of: { slug, meta } }: { of: Toolkit }) => {
  const { query, setQuery } = useQuery()
  const earlier = meta.available_versions.filter((version) => version !== meta.version)
  const compared = query['compare'] ?? ''
  return (
    <section aria-label="Versions">
      <h2>Versions</h2>
      {earlier.length === 0 ? (
        <p class="quiet">{meta.version} is the only version.</p>
      ) : (
        <label class="field">
          <span>What changed up to {meta.version} since</span>
          <select
            value={compared}
            onChange={(event) => setQuery({ compare: event.currentTarget.value })}
          >
            <option value="">Choose a version</option>
            {earlier.map((version) => (
              <option key={version}>{version}</option>
            ))}
          </select>
        </label>
      )}
      {compared !== '' && <Difference slug={slug} from={compared} to={meta.version} />}
    </section>
  )
}

const Difference = ({ slug, from, to }: { slug: string; from: string; to: string }) => {
  const { value, error } = useData(
    (signal) => loadDifference(slug, from, to, signal),
    [slug, from, to],
  )
  if (error !== undefined) return <ErrorBox error={error} />
  if (!value) return <Loading />
  const { added, removed, changed } = value
  if (added.length + removed.length + changed.length === 0) return <p>The tools are the same.</p>
  return (
    <>
      <Slugs title="Added" of={added} />
      <Slugs title="Removed" of={removed} />
      {changed.length > 0 && (
        <details open>
          <summary>Changed: {changed.length}</summary>
          <Some of={changed} each={(tool) => <Changed of={tool} />} />
        </details>
      )}
    </>
  )
}

const Slugs = ({ title, of }: { title: string; of: string[] }) =>
  of.length === 0 ? null : (
    <details open>
      <summary>
        {title}: {of.length}
      </summary>
      <Some of={of} each={(tool) => <code>{tool}</code>} />
    </details>
  )

const shownAtFirst = 50

/** As many as one can look through, and more of them when somebody asks. */
const Some = <Item,>({ of, each }: { of: Item[]; each: (item: Item) => ComponentChildren }) => {
  const [shown, setShown] = useState(shownAtFirst)
  return (
    <>
      <ul class="differences">
        {of.slice(0, shown).map((item, index) => (
          <li key={index}>{each(item)}</li>
        ))}
      </ul>
      {of.length > shown && (
        <button type="button" onClick={() => setShown(shown + 4 * shownAtFirst)}>
          Show more of {of.length}
        </button>
      )}
    </>
  )
}

const toLabel = (field: string) => field.replaceAll('_', ' ')

type Change = ReturnType<typeof changesOf>[number]

/** What is different in a tool, shown when it is opened. */
const Changed = ({ of: { slug, changes } }: { of: { slug: string; changes: Change[] } }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <code>{slug}</code>{' '}
        <span class="quiet">{changes.map(({ field }) => toLabel(field)).join(', ')}</span>
      </summary>
      {isOpen &&
        changes.map(({ field, before, after }) => (
          <section key={field}>
            <h3>{toLabel(field)}</h3>
            <JsonView value={{ before, after }} label={`${toLabel(field)} of ${slug}`} />
          </section>
        ))}
    </details>
  )
}
