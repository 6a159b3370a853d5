import { useRoute } from 'preact-iso'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty } from '../../ui/page.tsx'
import { User } from './user.tsx'

/** The users who have accounts or sessions; one of them at `users/:id`. */
export const Users = () => {
  const { id } = useRoute().params
  return id === undefined ? <UserList /> : <User id={id} />
}

const UserList = () => (
  <ListPage
    title="Users"
    filters={[{ name: 'prefix', label: 'Id begins with' }]}
    load={(query, signal) => client.users.list({ query: toQuery(query) }, { signal })}
    copy={(query) => copyTexts('users', 'list', { query: toQuery(query) })}
    refreshOn={['account', 'search', 'call']}
    columns={[
      { title: 'User', cell: ({ user_id }) => user_id },
      {
        title: 'Accounts',
        cell: ({ connected_accounts: count }) => count.toLocaleString('en'),
        isNumber: true,
      },
      {
        title: 'Sessions',
        cell: ({ sessions }) => sessions.toLocaleString('en'),
        isNumber: true,
      },
    ]}
    keyOf={({ user_id }) => user_id}
    hrefOf={({ user_id }) => toPage(`users/${encodeURIComponent(user_id)}`)}
    empty={
      <Empty
        title="No user has an account or a session yet"
        command="npx plugboard connect <toolkit> --user ada"
      >
        <p>Users are yours: you name them by an id of your own wherever one is needed.</p>
      </Empty>
    }
  />
)

const toQuery = ({ prefix, cursor }: Record<string, string>) => ({
  limit: 50,
  ...(prefix && { prefix }),
  ...(cursor && { cursor }),
})
