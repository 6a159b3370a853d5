import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { quote } from '../../api/copy-texts.ts'
import { useData } from '../../api/use-data.ts'
import { Code } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'

type Server = { id: string; name: string }

/** The users who have an address, and a new one with the configuration of clients. */
export const Instances = ({ server: { id, name } }: { server: Server }) => {
  const { value, error, reload } = useData(
    (signal) =>
      client.mcp.listInstances({ params: { serverId: id }, query: { limit: 50 } }, { signal }),
    [id],
  )
  return (
    <>
      <h2>Users</h2>
      <ErrorBox error={error} retry={reload} />
      {value?.instances.length === 0 && <p class="quiet">No user has an address yet.</p>}
      {value !== undefined && value.instances.length > 0 && (
        <Table
          label="Users"
          rows={value.instances}
          keyOf={(instance) => instance.instance_id}
          columns={[
            { title: 'User', cell: (instance) => instance.instance_id },
            { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
            {
              title: 'Key expires',
              cell: ({ expires_at: at }) => (at === null ? 'never' : <Time at={at} />),
            },
            {
              title: 'Access',
              cell: ({ instance_id: user }) => (
                <Revoke serverId={id} user={user} revoked={reload} />
              ),
            },
          ]}
        />
      )}
      <NewInstance id={id} name={name} added={reload} />
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

const NewInstance = ({ id, name, added }: { id: string; name: string; added: () => void }) => {
  const [user, setUser] = useState('')
  const [made, setMade] = useState<Made | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const make = async (of: string, replacesKey: boolean) => {
    setError(undefined)
    try {
      setMade(await makeAddress(id, of, replacesKey))
      added()
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

const Configuration = ({ name, made, replaceKey }: ConfigurationProps) => {
  const { user, url, key } = made
  const headers = { 'x-api-key': key ?? '<key of the user>' }
  return (
    <div class="notice good">
      {key === undefined ? (
        <>
          <p>
            {user} has a key already, which was shown when it was made. The same for Claude Code,
            Cursor and VS Code:
          </p>
          <p class="actions">
            <button type="button" onClick={replaceKey}>
              Replace the key…
            </button>
          </p>
        </>
      ) : (
        <p>The key is shown only now. The same for Claude Code, Cursor and VS Code:</p>
      )}
      <Code
        text={`claude mcp add --transport http ${toName(name)} ${quote(url)} --header "x-api-key: ${headers['x-api-key']}"`}
        what="command for Claude Code"
      />
      <Code
        text={JSON.stringify({ mcpServers: { [toName(name)]: { url, headers } } }, undefined, 2)}
        what="configuration for Cursor"
      />
      <Code
        text={JSON.stringify(
          { servers: { [toName(name)]: { type: 'http', url, headers } } },
          undefined,
          2,
        )}
        what="configuration for VS Code"
      />
    </div>
  )
}
