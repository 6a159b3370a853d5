import type { SchemaChange } from '../../../schema/profiles/profiled-schema.ts'
import { useData } from '../../api/use-data.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Loading } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { useQuery } from '../../ui/use-query.ts'
import type { ModelView } from './profile-definition.ts'

type Props = { slug: string; description: string; schema: Record<string, unknown> }

/** What models of each family see of a tool, with what was changed for them; `?profile=` is open. */
export const WhatModelsSee = ({ slug, description, schema }: Props) => {
  const { query, setQuery } = useQuery()
  const { value, error } = useData(async () => {
    const { profileDefinition, profiles } = await import('./profile-definition.ts')
    return { views: profileDefinition({ slug, description, inputSchema: schema }), profiles }
  }, [slug, schema])
  if (error !== undefined) return <ErrorBox error={error} />
  if (!value) return <Loading />
  const chosen = value.views.find(({ profile }) => profile === query['profile'])
  return (
    <>
      <Table
        label="What models see"
        rows={value.views}
        keyOf={({ profile }) => profile}
        columns={[
          {
            title: 'Profile',
            cell: ({ profile }) => (
              <button
                type="button"
                class="plain"
                aria-pressed={profile === chosen?.profile}
                onClick={() => setQuery({ profile })}
              >
                {value.profiles[profile]}
              </button>
            ),
          },
          {
            title: 'Tokens',
            cell: ({ tokens }) => `about ${tokens.toLocaleString('en')}`,
            isNumber: true,
          },
          { title: 'Changes', cell: ({ changes }) => changes.length, isNumber: true },
          { title: 'Strict', cell: ({ isStrict }) => (isStrict ? 'yes' : 'no') },
        ]}
      />
      {chosen && <Chosen view={chosen} />}
    </>
  )
}

const maximumShown = 100

const Chosen = ({ view: { definition, changes } }: { view: ModelView }) => (
  <>
    {changes.length > 0 && (
      <details open>
        <summary>Changes: {changes.length}</summary>
        <ul>
          {changes.slice(0, maximumShown).map((change, index) => (
            <li key={index}>
              <Change of={change} />
            </li>
          ))}
        </ul>
        {changes.length > maximumShown && (
          <p class="quiet">{changes.length - maximumShown} more are not shown.</p>
        )}
      </details>
    )}
    <JsonView value={definition} label="definition" />
  </>
)

const effects = {
  same: ['same values', 'neutral'],
  wider: ['more values', 'warn'],
  narrower: ['fewer values', 'bad'],
} as const

const Change = ({ of: { path, effect, detail } }: { of: SchemaChange }) => {
  const [says, tone] = effects[effect]
  return (
    <>
      <code>{path.length === 0 ? 'whole' : path.join('.')}</code> {detail}{' '}
      <Badge tone={tone}>{says}</Badge>
    </>
  )
}
