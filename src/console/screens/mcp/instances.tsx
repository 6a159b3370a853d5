import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { quote } from '../../api/copy-texts.ts'
import { useData } from '../../api/use-data.ts'
import { Configurations, type ClientConfig } from '../../ui/configurations.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Loading } from '../../ui/page.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { useQuery } from '../../ui/use-query.ts'

type Server = { id: string; name: string }

/** The users who have an address, and a new one with the configuration of clients. */
export const Instances = ({ server: { id, name } }: { server: Server }) => {
  const { page } = useQuery().query
  const { value, error, reload } = useData(
    (signal) =>
      client.mcp.listInstances(
        { params: { serverId: id }, query: { limit: 50, ...(page && { page_no: page }) } },
        { signal },
      ),
    [id, page],
  )
  const [made, setMade] = useState<Made | undefined>(undefined)
  const revoked = (user: string) => {
    if (made?.user === user) setMade(undefined)
    reload()
  }
  return (
    <>
      <h2>Users</h2>
      <NewInstance
        id={id}
        name={name}
        made={made}
        added={(added) => {
          setMade(added)
          reload()
        }}
      />
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value && <Users of={value} revoked={revoked} />}
    </>
  )
}

type UsersProps = {
  of: Awaited<ReturnType<typeof client.mcp.listInstances>>
  revoked: (user: string) => void
}

const Users = ({ of, revoked }: UsersProps) => {
  const { server_id, instances, current_page: page, total_pages: pages } = of
  if (pages === 0) return <p class="quiet">No user has an address yet.</p>
  return (
    <>
      {instances.length === 0 ? (
        <p class="quiet">No user is left on this page.</p>
      ) : (
        <Table
          label="Users"
          rows={instances}
          keyOf={({ instance_id: user }) => user}
          columns={[
            { title: 'User', cell: ({ instance_id: user }) => user },
            { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
            {
              title: 'Key expires',
              cell: ({ expires_at: at }) => (at === null ? 'never' : <Time at={at} />),
            },
            {
              title: 'Access',
              cell: ({ instance_id: user }) => (
                <Revoke serverId={server_id} user={user} revoked={() => revoked(user)} />
              ),
            },
          ]}
        />
      )}
      {(pages > 1 || page > 1) && (
        <Pages
          label="Pages of users"
          name="page"
          says={`Page ${page} of ${pages}`}
          next={page < pages ? String(page + 1) : null}
        />
      )}
    </>
  )
}

const Revoke = ({
  serverId,
  user,
  revoked,
}: {
  serverId: string
  user: string
  revoked: () => void
}) => {
  const [error, setError] = useState<unknown>(undefined)
  const run = async () => {
    const isSure = await confirm({
      title: `Revoke the access of ${user}?`,
      text: 'The key and the addresses of the user stop working, and their accounts of the toolkits of the server are deleted.',
      action: 'Revoke',
      typed: user,
    })
    if (!isSure) return
    try {
      await client.mcp.deleteInstance({ params: { serverId, instanceId: user } })
      toast(`${user} has no access any more`)
      revoked()
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <button type="button" aria-label={`Revoke… ${user}`} onClick={() => void run()}>
        Revoke…
      </button>
      <ErrorBox error={error} />
    </>
  )
}

/** `key` is there only if it was made just now. */
type Made = { user: string; url: string; key: string | undefined }

/** The address of a user at the server. A user who has a key already keeps it, unless it is replaced. */
const makeAddress = async (serverId: string, user: string, replacesKey: boolean): Promise<Made> => {
  const { key } = await client.mcp.createInstance({
    params: { serverId },
    body: { user_id: user, ...(replacesKey && { rotate_key: true }) },
  })
  const { user_ids_url: urls } = await client.mcp.generate({
    body: { mcp_server_id: serverId, user_ids: [user] },
  })
  return { user, url: urls[0] ?? '', key }
}

const askToReplaceKey = (user: string): Promise<boolean> =>
  confirm({
    title: `Replace the key of ${user}?`,
    text: 'The clients that use the present key stop working until they have the new one.',
    action: 'Replace the key',
  })

type NewInstanceProps = {
  id: string
  name: string
  /** The one that was added last. */
  made: Made | undefined
  added: (made: Made) => void
}

const NewInstance = ({ id, name, made, added }: NewInstanceProps) => {
  const [user, setUser] = useState('')
  const [error, setError] = useState<unknown>(undefined)
  const make = async (of: string, replacesKey: boolean) => {
    setError(undefined)
    try {
      added(await makeAddress(id, of, replacesKey))
    } catch (thrown) {
      setError(thrown)
    }
  }
  const replaceKey = async (of: string) => {
    if (await askToReplaceKey(of)) await make(of, true)
  }
  return (
    <>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault()
          void make(user, false)
        }}
      >
        <label>
          User{' '}
          <input
            value={user}
            required
            maxLength={255}
            onInput={(event) => setUser(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Make an address</button>
      </form>
      <ErrorBox error={error} />
      {made && (
        <Configuration name={name} made={made} replaceKey={() => void replaceKey(made.user)} />
      )}
    </>
  )
}

/** @example toName('Support tools') // 'support-tools' */
const toName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'plugboard'

type ConfigurationProps = { name: string; made: Made; replaceKey: () => void }

const Configuration = ({ name, made, replaceKey }: ConfigurationProps) => (
  <div class="notice good">
    {made.key === undefined ? (
      <>
        <p>
          {made.user} has a key already, which was shown when it was made. Put it in the place of{' '}
          <code>{unknownKey}</code>, or replace it.
        </p>
        <p class="actions">
          <button type="button" onClick={replaceKey}>
            Replace the key…
          </button>
        </p>
      </>
    ) : (
      <p>The key is shown only now.</p>
    )}
    <Configurations of={toConfigs(toName(name), made)} />
  </div>
)

const unknownKey = '<key of the user>'

const toConfigs = (name: string, { url, key = unknownKey }: Made): ClientConfig[] => {
  const headers = { 'x-api-key': key }
  const json = (value: unknown) => JSON.stringify(value, undefined, 2)
  return [
    {
      name: 'Claude Code',
      says: 'In a shell:',
      text: `claude mcp add --transport http ${name} ${quote(url)} --header "x-api-key: ${key}"`,
    },
    {
      name: 'Cursor',
      says: 'In .cursor/mcp.json:',
      text: json({ mcpServers: { [name]: { url, headers } } }),
    },
    {
      name: 'VS Code',
      says: 'In .vscode/mcp.json:',
      text: json({ servers: { [name]: { type: 'http', url, headers } } }),
    },
  ]
}
