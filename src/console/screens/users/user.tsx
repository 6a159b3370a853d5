import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts, quote } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Empty, LinkButton, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { Account } from '../connections/account.tsx'
import { ConnectToolkit } from '../connections/connect-toolkit.tsx'
import { lastUses } from '../connections/last-uses.ts'

/** So many are shown here; the lists have all. */
const shown = 20

/** One user: accounts with what can be done about them, sessions, and the way to their calls. */
export const User = ({ id }: { id: string }) => (
  <Page
    title={id}
    back={{ href: toPage('users'), text: 'Users' }}
    actions={<LinkButton href={toPage('logs', { user: id })}>Calls</LinkButton>}
  >
    <Accounts user={id} />
    <Sessions user={id} />
    <Forget user={id} />
  </Page>
)

const Accounts = ({ user }: { user: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.connectedAccounts.list(listOf(user), { signal }),
    [user],
    { refreshOn: ['account', 'refresh'] },
  )
  const uses = useData((signal) => lastUses({ user_ids: [user] }, signal), [user], {
    refreshOn: ['call'],
  })
  return (
    <section aria-label="Accounts">
      <h2>Accounts</h2>
      <div class="actions">
        <ConnectToolkit user={user} />
        <CopyAs {...copyTexts('connectedAccounts', 'list', listOf(user))} />
      </div>
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value?.items.length === 0 && (
        <Empty
          title="No connected accounts"
          command={`npx plugboard connect <toolkit> --user ${quote(user)}`}
        />
      )}
      <ul class="cards">
        {value?.items.map((account) => (
          <li key={account.id} class="card">
            <h3>
              <a href={toPage(`connections/${account.id}`)}>
                {account.toolkit.slug}
                {account.name !== null && ` · ${account.name}`}
              </a>
            </h3>
            <Account account={account} lastUse={uses.value?.get(account.id)} changed={reload} />
          </li>
        ))}
      </ul>
      {value && value.total_items > shown && (
        <a href={toPage('connections', { user })}>All {value.total_items} accounts</a>
      )}
    </section>
  )
}

const listOf = (user: string) => ({ query: { user_ids: [user], limit: shown } })

const Sessions = ({ user }: { user: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.sessions.list(listOf(user), { signal }),
    [user],
    { refreshOn: ['search', 'call'] },
  )
  return (
    <section aria-label="Sessions">
      <h2>Sessions</h2>
      <ErrorBox error={error} retry={reload} />
      {value?.items.length === 0 && (
        <Empty
          title="No sessions"
          command={`npx plugboard sessions create --user ${quote(user)}`}
        />
      )}
      {value && value.items.length > 0 && (
        <Table
          label="Sessions"
          rows={value.items}
          columns={[
            { title: 'Session', cell: ({ session_id }) => <code>{session_id}</code> },
            { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
          keyOf={({ session_id }) => session_id}
          hrefOf={({ session_id }) => toPage(`sessions/${session_id}`)}
        />
      )}
      {value && value.total_items > shown && (
        <a href={toPage('sessions', { user })}>All {value.total_items} sessions</a>
      )}
    </section>
  )
}

/** Erases everything that names the user, as `plugboard users erase` does. */
const Forget = ({ user }: { user: string }) => {
  const { route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const params = { user_id: user }
  const erase = async () => {
    setError(undefined)
    const isSure = await confirm({
      title: `Forget ${user}?`,
      text: 'Accounts are revoked at their providers, and everything that names the user is erased: sessions with their results, approvals, logs, events, triggers, MCP addresses and usage.',
      action: 'Forget the user',
      typed: user,
    })
    if (!isSure) return
    const { erased } = await client.users.erase({ params })
    const count = Object.values(erased).reduce((sum, of) => sum + of, 0)
    toast(`Erased ${count.toLocaleString('en')} records of ${user}`)
    route(toPage('users'))
  }
  return (
    <section aria-label="Forget">
      <h2>Forget</h2>
      <ErrorBox error={error} />
      <div class="actions">
        <button type="button" class="danger" onClick={() => void erase().catch(setError)}>
          Forget this user…
        </button>
        <CopyAs {...copyTexts('users', 'erase', { params })} />
      </div>
    </section>
  )
}
