import { useLocation, useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Code, CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, Facts, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'

type Server = Awaited<ReturnType<typeof client.mcp.get>>

/** The MCP servers of the project; one of them at `mcp/:id`. */
export const McpServers = () => {
  const { id } = useRoute().params
  return id === undefined ? <ServerList /> : <McpServer id={id} />
}

const ServerList = () => (
  <ListPage
    title="MCP servers"
    filters={[
      { name: 'name', label: 'Name' },
      { name: 'toolkit', label: 'Toolkit' },
    ]}
    load={(query, signal) => client.mcp.list({ query: toQuery(query) }, { signal })}
    copy={(query) => copyTexts('mcp', 'list', { query: toQuery(query) })}
    columns={[
      { title: 'Server', cell: ({ name }) => name },
      { title: 'Toolkits', cell: ({ toolkits }) => toolkits.join(', ') },
      {
        title: 'Tools',
        cell: ({ allowed_tools: tools }) => (tools.length > 0 ? tools.length : 'all'),
        isNumber: true,
      },
      { title: 'Users', cell: ({ server_instance_count: count }) => count, isNumber: true },
      { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
    ]}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => toPage(`mcp/${id}`)}
    empty={
      <Empty
        title="There is no MCP server yet"
        command={'npx plugboard mcp create "Support tools" --toolkit github'}
      >
        <p>
          An MCP server offers tools of chosen toolkits to the clients of many users, each with an
          address and a key of their own.
        </p>
      </Empty>
    }
  />
)

const toQuery = ({ name, toolkit, cursor }: Record<string, string>) => ({
  limit: 50,
  ...(name && { name }),
  ...(toolkit && { toolkits: toolkit }),
  ...(cursor && { cursor }),
})

const McpServer = ({ id }: { id: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.mcp.get({ params: { id } }, { signal }),
    [id],
  )
  return (
    <Page title={value?.name ?? 'MCP server'} back={{ href: toPage('mcp'), text: 'MCP servers' }}>
      <ErrorBox error={error} retry={reload} />
      {value ? <Sections server={value} /> : error === undefined && <Loading />}
    </Page>
  )
}

const Sections = ({ server }: { server: Server }) => (
  <>
    <Facts
      of={[
        ['Id', <code>{server.id}</code>],
        ['Toolkits', server.toolkits.join(', ')],
        ['Tools', server.allowed_tools.join(', ') || 'all of the toolkits'],
        ['Auth configs', server.auth_config_ids.join(', ')],
        ['Created', <Time at={server.created_at} exact />],
      ]}
    />
    <div class="actions">
      <Delete server={server} />
      <CopyAs {...copyTexts('mcp', 'get', { params: { id: server.id } })} />
    </div>
    <Instances server={server} />
  </>
)

const Delete = ({ server: { id, name } }: { server: Server }) => {
  const { route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const run = async () => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: 'The addresses and keys of all its users stop working.',
      action: 'Delete',
      typed: name,
    })
    if (!isSure) return
    try {
      await client.mcp.delete({ params: { id } })
      toast(`Deleted ${name}`)
      route(toPage('mcp'))
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <ErrorBox error={error} />
      <button type="button" class="danger" onClick={() => void run()}>
        Delete…
      </button>
    </>
  )
}

/** The users who have an address, and a new one with the configuration of clients. */
const Instances = ({ server: { id, name } }: { server: Server }) => {
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
          ]}
        />
      )}
      <NewInstance id={id} name={name} added={reload} />
    </>
  )
}

type Made = { url: string; key: string | undefined }

/** The address of a user at the server, with a new key for it. */
const makeAddress = async (serverId: string, user: string): Promise<Made> => {
  const { key } = await client.mcp.createInstance({
    params: { serverId },
    body: { user_id: user, rotate_key: true },
  })
  const { user_ids_url: urls } = await client.mcp.generate({
    body: { mcp_server_id: serverId, user_ids: [user] },
  })
  return { url: urls[0] ?? '', key }
}

const NewInstance = ({ id, name, added }: { id: string; name: string; added: () => void }) => {
  const [user, setUser] = useState('')
  const [made, setMade] = useState<Made | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const create = async () => {
    setError(undefined)
    try {
      setMade(await makeAddress(id, user))
      added()
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
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
      {made && <Configuration name={name} made={made} />}
    </>
  )
}

/** @example toName('Support tools') // 'support-tools' */
const toName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'plugboard'

const Configuration = ({ name, made }: { name: string; made: Made }) => {
  const { url, key } = made
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const header = key === undefined ? '' : ` --header "x-api-key: ${key}"`
  return (
    <div class="notice good">
      <p>The key is shown only now. The same for Claude Code, Cursor and VS Code:</p>
      <Code
        text={`claude mcp add --transport http ${toName(name)} ${url}${header}`}
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
