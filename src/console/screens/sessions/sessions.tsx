import { useRoute } from 'preact-iso'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Session } from './session.tsx'

/** The sessions of a project, newest first; one of them at `sessions/:id`. */
export const Sessions = () => {
  const { id } = useRoute().params
  return id === undefined ? <SessionList /> : <Session id={id} />
}

const SessionList = () => (
  <ListPage
    title="Sessions"
    filters={[{ name: 'user', label: 'User' }]}
    load={(query, signal) => client.sessions.list({ query: toQuery(query) }, { signal })}
    copy={(query) => copyTexts('sessions', 'list', { query: toQuery(query) })}
    refreshOn={['search', 'call', 'approval']}
    columns={[
      { title: 'Session', cell: ({ session_id }) => <code>{session_id}</code> },
      {
        title: 'User',
        cell: ({ user_id }) => (
          <a href={toPage(`users/${encodeURIComponent(user_id)}`)}>{user_id}</a>
        ),
      },
      { title: 'Configuration', cell: ({ config_version }) => `version ${config_version}` },
      { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
      {
        title: 'Ends unless used',
        cell: ({ expires_at }) => expires_at && <Time at={expires_at} />,
      },
    ]}
    keyOf={({ session_id }) => session_id}
    hrefOf={({ session_id }) => toPage(`sessions/${session_id}`)}
    empty={
      <Empty title="No session yet" command="npx plugboard sessions create --user ada">
        <p>A session is what an agent works in: which tools it may use, for which user.</p>
      </Empty>
    }
  />
)

const toQuery = ({ user, cursor }: Record<string, string>) => ({
  limit: 50,
  ...(user && { user_ids: [user] }),
  ...(cursor && { cursor }),
})
