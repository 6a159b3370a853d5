import { useLocation, useRoute } from 'preact-iso'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, LinkButton } from '../../ui/page.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { Catalogue } from './catalogue.tsx'
import { ToolkitPage } from './toolkit.tsx'

/** The toolkits of the project, one of them at `toolkits/:slug`, and those to add at `catalogue`. */
export const Toolkits = () => {
  const { path } = useLocation()
  const { slug } = useRoute().params
  if (slug !== undefined) return <ToolkitPage key={slug} slug={slug} />
  return path.endsWith('/catalogue') ? <Catalogue /> : <ToolkitList />
}

const owners = { svc: 'Of the catalogue', project: 'Imported' } as const

const toQuery = ({ search, category, managed, cursor }: Record<string, string>) => ({
  limit: 50,
  ...(search && { search }),
  ...(category && { category }),
  managed_by: (['svc', 'project'] as const).find((one) => one === managed),
  ...(cursor && { cursor }),
})

const ToolkitList = () => {
  const { query } = useQuery()
  const { value: categories } = useData(
    (signal) => client.toolkits.categories({ query: { limit: 200 } }, { signal }),
    [],
    { refreshOn: ['toolkit'] },
  )
  return (
    <ListPage
      title="Toolkits"
      actions={
        <>
          <CopyAs {...copyTexts('toolkits', 'list', { query: toQuery(query) })} />
          <LinkButton href={toPage('catalogue')}>Add a toolkit</LinkButton>
        </>
      }
      filters={[
        { name: 'search', label: 'Search' },
        {
          name: 'category',
          label: 'Category',
          options: (categories?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'managed',
          label: 'Source',
          options: Object.entries(owners).map(([value, label]) => ({ value, label })),
        },
      ]}
      load={(query, signal) => client.toolkits.list({ query: toQuery(query) }, { signal })}
      refreshOn={['toolkit']}
      columns={[
        { title: 'Toolkit', cell: ({ name }) => name },
        { title: 'Slug', cell: ({ slug }) => <code>{slug}</code> },
        { title: 'About', cell: ({ meta }) => <span class="clipped">{meta.description}</span> },
        {
          title: 'Authentication',
          cell: ({ auth_schemes: schemes }) => schemes.join(', ') || 'none',
        },
        { title: 'Tools', cell: ({ meta }) => meta.tools_count, isNumber: true },
        { title: 'Version', cell: ({ meta }) => meta.version },
      ]}
      keyOf={({ slug }) => slug}
      hrefOf={({ slug }) => toPage(`toolkits/${slug}`)}
      empty={
        <Empty title="The project has no toolkit yet" command="npx plugboard toolkits add github">
          <p>
            A toolkit holds the tools of one service. Add one of the catalogue, or import an API
            description, a GraphQL API or an MCP server.
          </p>
        </Empty>
      }
    />
  )
}
