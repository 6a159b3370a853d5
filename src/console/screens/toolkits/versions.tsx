import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Loading } from '../../ui/page.tsx'
import { useQuery } from '../../ui/use-query.ts'
import type { Toolkit } from './toolkit.tsx'

/** The tools of one version by slug, with what a change of them would alter; 1000 at most. */
const loadTools = async (slug: string, version: string, signal: AbortSignal) => {
  const { items } = await client.tools.list(
    { query: { toolkit_slug: slug, toolkit_versions: { [slug]: version }, limit: 1000 } },
    { signal },
  )
  return new Map(
    items.map((tool) => [
      tool.slug,
      JSON.stringify([tool.name, tool.description, tool.input_parameters, tool.output_parameters]),
    ]),
  )
}

const loadDifference = async (slug: string, from: string, to: string, signal: AbortSignal) => {
  const [before, after] = await Promise.all([
    loadTools(slug, from, signal),
    loadTools(slug, to, signal),
  ])
  return {
    Added: [...after.keys()].filter((tool) => !before.has(tool)),
    Removed: [...before.keys()].filter((tool) => !after.has(tool)),
    Changed: [...after].flatMap(([tool, form]) =>
      before.has(tool) && before.get(tool) !== form ? [tool] : [],
    ),
  }
}

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
  const parts = Object.entries(value).filter(([, tools]) => tools.length > 0)
  if (parts.length === 0) return <p>The tools are the same.</p>
  return (
    <>
      {parts.map(([what, tools]) => (
        <details key={what} open>
          <summary>
            {what}: {tools.length}
          </summary>
          <ul>
            {tools.map((tool) => (
              <li key={tool}>
                <code>{tool}</code>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}
