import { useRoute } from 'preact-iso'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { Status } from '../../ui/badge.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty } from '../../ui/page.tsx'
import { Time, toDuration } from '../../ui/time.tsx'
import { LogEntry } from './log-entry.tsx'

/** The calls of tools, newest first; one of them at `logs/:id`. */
export const Logs = () => {
  const { id } = useRoute().params
  return id === undefined ? <LogList /> : <LogEntry id={id} />
}

const outcomes = ['success', 'error'] as const

const LogList = () => (
  <ListPage
    title="Logs"
    filters={[
      { name: 'status', label: 'Outcome', options: outcomes },
      { name: 'search', label: 'Tool or error' },
      { name: 'tool', label: 'Tool' },
      { name: 'toolkit', label: 'Toolkit' },
      { name: 'user', label: 'User' },
      { name: 'session', label: 'Session' },
    ]}
    load={(query, signal) => client.logs.list({ query: toQuery(query) }, { signal })}
    copy={(query) => copyTexts('logs', 'list', { query: toQuery(query) })}
    refreshOn={['call']}
    columns={[
      { title: 'Tool', cell: ({ tool_slug }) => <code>{tool_slug}</code> },
      { title: 'Outcome', cell: ({ status }) => <Status of={status} /> },
      { title: 'User', cell: ({ user_id }) => user_id ?? '–' },
      { title: 'Error', cell: ({ error }) => <span class="clipped">{error ?? '–'}</span> },
      { title: 'Took', cell: ({ duration_ms }) => toDuration(duration_ms), isNumber: true },
      { title: 'When', cell: ({ started_at }) => <Time at={started_at} /> },
    ]}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => toPage(`logs/${id}`)}
    empty={
      <Empty
        title="No tool was called yet"
        command={`npx plugboard tools execute <TOOL> --user ada --arguments '{}'`}
      >
        <p>Every call of a tool appears here with its request and response, without credentials.</p>
      </Empty>
    }
  />
)

const toQuery = ({
  status,
  search,
  tool,
  toolkit,
  user,
  session,
  cursor,
}: Record<string, string>) => ({
  limit: 50,
  status: outcomes.find((outcome) => outcome === status),
  ...(search && { search }),
  ...(tool && { tool_slugs: tool.toUpperCase() }),
  ...(toolkit && { toolkit_slugs: toolkit }),
  ...(user && { user_ids: [user] }),
  ...(session && { session_ids: session }),
  ...(cursor && { cursor }),
})
