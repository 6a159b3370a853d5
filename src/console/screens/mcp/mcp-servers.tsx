import { useLocation, useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, Facts, Loading, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { Instances } from './instances.tsx'
import { ServerForm } from './server-form.tsx'

type Server = Awaited<ReturnType<typeof client.mcp.get>>

/** The MCP servers of the project; one of them at `mcp/:id`. */
export const McpServers = () => {
  const { id } = useRoute().params
  return id === undefined ? <ServerList /> : <McpServer id={id} />
}

const ServerList = () => (
  <ListPage
    title="MCP servers"
    actions={<NewServer />}
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
      {value ? <Sections server={value} changed={reload} /> : error === undefined && <Loading />}
    </Page>
  )
}

const Sections = ({ server, changed }: { server: Server; changed: () => void }) => (
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
      <Edit server={server} changed={changed} />
      <Delete server={server} />
      <CopyAs {...copyTexts('mcp', 'get', { params: { id: server.id } })} />
    </div>
    <Instances server={server} />
  </>
)

const NewServer = () => {
  const { route } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="primary" onClick={() => setIsOpen(true)}>
        <Icon name="plus" /> New server
      </button>
      {isOpen && (
        <ServerForm
          title="New MCP server"
          action="Create"
          settings={{ name: '', toolkits: [], allowed_tools: [] }}
          save={async (settings) => {
            const { id } = await client.mcp.createCustom({ body: settings })
            setIsOpen(false)
            route(toPage(`mcp/${id}`))
          }}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const Edit = ({ server, changed }: { server: Server; changed: () => void }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Edit…
      </button>
      {isOpen && (
        <ServerForm
          title={`Edit ${server.name}`}
          action="Save"
          settings={server}
          save={async (settings) => {
            await client.mcp.update({ params: { id: server.id }, body: settings })
            setIsOpen(false)
            toast('Saved')
            changed()
          }}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

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
