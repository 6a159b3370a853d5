import { useLocation, useRoute } from 'preact-iso'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, LinkButton, Loading, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Account, ownerOf, State, type AccountRecord } from './account.tsx'
import { lastUses } from './last-uses.ts'

/** The connected accounts of all users, newest first; one of them at `connections/:id`. */
export const Connections = () => {
  const { id } = useRoute().params
  return id === undefined ? <AccountList /> : <AccountPage id={id} />
}

const statuses = [
  'ACTIVE',
  'INITIATED',
  'INITIALIZING',
  'EXPIRED',
  'FAILED',
  'INACTIVE',
  'REVOKED',
] as const

const AccountList = () => (
  <ListPage
    title="Connections"
    filters={[
      {
        name: 'status',
        label: 'State',
        options: statuses.map((value) => ({ value, label: value.toLowerCase() })),
      },
      { name: 'toolkit', label: 'Toolkit' },
      { name: 'user', label: 'User' },
    ]}
    load={(query, signal) => client.connectedAccounts.list({ query: toQuery(query) }, { signal })}
    copy={(query) => copyTexts('connectedAccounts', 'list', { query: toQuery(query) })}
    refreshOn={['account', 'refresh']}
    columns={[
      {
        title: 'Account',
        cell: ({ toolkit, name }) => `${toolkit.slug}${name === null ? '' : ` · ${name}`}`,
      },
      {
        title: 'User',
        cell: ({ user_id }) => (
          <a href={toPage(`users/${encodeURIComponent(user_id)}`)}>{user_id}</a>
        ),
      },
      { title: 'State', cell: (account) => <State of={account} /> },
      { title: 'Belongs to', cell: (account) => ownerOf(account) ?? '–' },
      { title: 'Connected', cell: ({ created_at }) => <Time at={created_at} /> },
    ]}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => toPage(`connections/${id}`)}
    empty={
      <Empty
        title="Nobody has connected an account yet"
        command="npx plugboard connect <toolkit> --user ada"
      >
        <p>Accounts are what tools are called with. Users connect them by a link.</p>
      </Empty>
    }
  />
)

const toQuery = ({ status, toolkit, user, cursor }: Record<string, string>) => ({
  limit: 50,
  ...(statuses.some((one) => one === status) && { statuses: status }),
  ...(toolkit && { toolkit_slugs: toolkit.toLowerCase() }),
  ...(user && { user_ids: [user] }),
  ...(cursor && { cursor }),
})

const titleOf = ({ toolkit, name }: AccountRecord) =>
  `${toolkit.slug}${name === null ? '' : ` · ${name}`}`

const AccountPage = ({ id }: { id: string }) => {
  const { route } = useLocation()
  const { value, error, reload } = useData(
    (signal) => client.connectedAccounts.get({ params: { nanoid: id } }, { signal }),
    [id],
    { refreshOn: ['account', 'refresh'] },
  )
  const user = value?.user_id
  const uses = useData(
    async (signal) =>
      user === undefined ? new Map<string, string>() : lastUses({ user_ids: [user] }, signal),
    [user],
    { refreshOn: ['call'] },
  )
  return (
    <Page
      title={value ? titleOf(value) : 'Connected account'}
      back={{ href: toPage('connections'), text: 'Connections' }}
      actions={
        value && (
          <LinkButton href={toPage('logs', { user: value.user_id, toolkit: value.toolkit.slug })}>
            Calls
          </LinkButton>
        )
      }
    >
      <ErrorBox error={error} retry={reload} />
      {value ? (
        <Account
          account={value}
          lastUse={uses.value?.get(id)}
          changed={reload}
          deleted={() => route(toPage('connections'))}
        />
      ) : (
        error === undefined && <Loading />
      )}
    </Page>
  )
}
