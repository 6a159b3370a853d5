import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { Status } from '../../ui/badge.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Waiting } from './waiting.tsx'

const statuses = ['pending', 'approved', 'denied', 'used', 'expired'] as const

/** The calls that need a person: those that wait first, and then all of them, newest first. */
export const Approvals = () => (
  <ListPage
    title="Approvals"
    filters={[
      { name: 'status', label: 'State', options: statuses },
      { name: 'tool', label: 'Tool' },
      { name: 'user', label: 'User' },
      { name: 'session', label: 'Session' },
    ]}
    load={(query, signal) => client.approvals.list({ query: toQuery(query) }, { signal })}
    copy={(query) => copyTexts('approvals', 'list', { query: toQuery(query) })}
    refreshOn={['approval']}
    columns={[
      { title: 'Tool', cell: ({ tool_slug }) => <code>{tool_slug}</code> },
      { title: 'State', cell: ({ status }) => <Status of={status} /> },
      {
        title: 'User',
        cell: ({ user_id }) => (
          <a href={toPage(`users/${encodeURIComponent(user_id)}`)}>{user_id}</a>
        ),
      },
      {
        title: 'Arguments',
        cell: ({ tool_slug, arguments: given }) =>
          given === null ? (
            'not stored'
          ) : (
            <details>
              <summary>Show</summary>
              <JsonView value={given} label={`arguments of ${tool_slug}`} />
            </details>
          ),
      },
      { title: 'Asked', cell: ({ created_at }) => <Time at={created_at} /> },
      { title: 'Decided', cell: ({ decided_at: at }) => (at === null ? '–' : <Time at={at} />) },
    ]}
    keyOf={({ approval_id }) => approval_id}
    empty={
      <Empty
        title="No call needed an approval yet"
        command={`npx plugboard api sessions.create --json '{"user_id": "ada", "approvals": {"tags": ["destructiveHint"]}}'`}
      >
        <p>
          Calls that the rules of a session name wait here until somebody approves or denies them.
        </p>
      </Empty>
    }
  >
    <Waiting />
  </ListPage>
)

const toQuery = ({ status, tool, user, session, cursor }: Record<string, string>) => ({
  limit: 50,
  status: statuses.find((one) => one === status),
  ...(tool && { tool_slugs: tool }),
  ...(user && { user_ids: [user] }),
  ...(session && { session_ids: session }),
  ...(cursor && { cursor }),
})
