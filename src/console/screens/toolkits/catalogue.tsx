import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddToolkit } from './add-toolkit.tsx'
import { addByName } from './run-import.ts'

type Available = Awaited<ReturnType<typeof client.toolkits.available>>['items'][number]

/** What can be added: the toolkits whose recipes come with the service, and anything else. */
export const Catalogue = () => {
  const [version, setVersion] = useState(0)
  const changed = () => setVersion((before) => before + 1)
  return (
    <>
      <List key={version} />
      <div class="start">
        <AddToolkit title="Import another" added={changed} />
      </div>
    </>
  )
}

const List = () => {
  const { value } = useData(
    (signal) => client.toolkits.available({ query: { limit: 1000 } }, { signal }),
    [],
  )
  const categories = new Map(
    (value?.items ?? []).flatMap((item) => item.categories.map(({ id, name }) => [id, name])),
  )
  return (
    <ListPage
      title="Catalogue"
      actions={
        <a class="button" href={toPage('toolkits')}>
          Toolkits of the project
        </a>
      }
      filters={[
        { name: 'search', label: 'Search' },
        {
          name: 'category',
          label: 'Category',
          options: [...categories]
            .map(([value, label]) => ({ value, label }))
            .toSorted((a, b) => a.label.localeCompare(b.label)),
        },
        {
          name: 'installed',
          label: 'In the project',
          options: [
            { value: 'true', label: 'Added' },
            { value: 'false', label: 'Not added' },
          ],
        },
      ]}
      load={(query, signal) => client.toolkits.available({ query: toQuery(query) }, { signal })}
      copy={(query) => copyTexts('toolkits', 'available', { query: toQuery(query) })}
      refreshOn={['toolkit']}
      columns={[
        { title: 'Toolkit', cell: ({ name }) => name },
        { title: 'About', cell: ({ summary }) => summary },
        { title: 'Authentication', cell: ({ auth_schemes }) => auth_schemes.join(', ') || 'none' },
        { title: 'In the project', cell: (item) => <Add item={item} /> },
      ]}
      keyOf={({ slug }) => slug}
      empty={<Empty title="The catalogue is empty" command="npx plugboard toolkits available" />}
    />
  )
}

const toQuery = ({ search, category, installed, cursor }: Record<string, string>) => ({
  limit: 25,
  ...(search && { search: search.slice(0, 255) }),
  ...(category && { category }),
  installed: (['true', 'false'] as const).find((one) => one === installed),
  ...(cursor && { cursor }),
})

const Add = ({ item: { slug, name, installed } }: { item: Available }) => {
  const [progress, setProgress] = useState<string | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [isAdded, setIsAdded] = useState(installed !== null)
  const run = () => {
    setProgress('Adding…')
    setError(undefined)
    addByName(slug, (done, total) => setProgress(`${done} of ${total}`))
      .then((report) => {
        setIsAdded(true)
        toast(`Added ${name}: ${report?.verdict ?? 'ready'}`)
      })
      .catch(setError)
      .finally(() => setProgress(undefined))
  }
  return (
    <>
      {isAdded ? (
        <a href={toPage(`toolkits/${slug}`)}>
          Open<span class="unseen"> {name}</span>
        </a>
      ) : (
        <button
          type="button"
          disabled={progress !== undefined}
          aria-label={`Add ${name}`}
          onClick={run}
        >
          {progress ?? 'Add'}
        </button>
      )}
      <ErrorBox error={error} />
    </>
  )
}
