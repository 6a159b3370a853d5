import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { Configurations } from '../../ui/configurations.tsx'
import { Code } from '../../ui/copy.tsx'
import { confirm, Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { clientConfigs } from './client-configs.ts'

type Props = { session: string; url: string }

/** How MCP clients connect to a session: its address, configurations to copy, and its keys. */
export const Mcp = ({ session, url }: Props) => (
  <section aria-label="MCP clients">
    <h2>MCP clients</h2>
    <Code text={url} what="MCP address" />
    <Configurations of={clientConfigs(url)} />
    <Keys session={session} />
  </section>
)

const Keys = ({ session }: { session: string }) => {
  const params = { session_id: session }
  const { value, error, reload } = useData(
    (signal) => client.sessions.listMcpKeys({ params, query: { limit: 100 } }, { signal }),
    [session],
  )
  const [made, setMade] = useState<string | undefined>(undefined)
  const [failed, setFailed] = useState<unknown>(undefined)
  const attempt = (work: () => Promise<void>) => {
    setFailed(undefined)
    work().catch(setFailed)
  }
  const create = async () => {
    const { key } = await client.sessions.createMcpKey({ params, body: { name: 'console' } })
    setMade(key)
    reload()
  }
  const revoke = async (id: string) => {
    const isSure = await confirm({
      title: 'Revoke this key?',
      text: 'Clients that use it lose access at once.',
      action: 'Revoke',
    })
    if (!isSure) return
    await client.sessions.deleteMcpKey({ params: { ...params, key_id: id } })
    toast('Key revoked')
    reload()
  }
  return (
    <>
      <h3>Keys</h3>
      <p>A key opens the MCP address of this session, and nothing else.</p>
      <div class="actions">
        <button type="button" onClick={() => attempt(create)}>
          <Icon name="plus" /> Create a key
        </button>
      </div>
      <ErrorBox error={failed ?? error} />
      {value && value.items.length > 0 && (
        <KeyTable keys={value.items} revoke={(id) => attempt(() => revoke(id))} />
      )}
      {made !== undefined && (
        <Dialog title="The key is shown only now" close={() => setMade(undefined)}>
          <p>Set it where the client runs; the configurations take it from there.</p>
          <Code text={`export PLUGBOARD_MCP_KEY=${made}`} what="key" />
          <div class="actions">
            <button type="button" class="primary" onClick={() => setMade(undefined)}>
              Done
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

type Key = Awaited<ReturnType<typeof client.sessions.listMcpKeys>>['items'][number]

const KeyTable = ({ keys, revoke }: { keys: Key[]; revoke: (id: string) => void }) => (
  <Table
    label="Keys"
    rows={keys}
    columns={[
      { title: 'Key', cell: ({ key_hint }) => <code>…{key_hint}</code> },
      { title: 'Name', cell: ({ name }) => name ?? '–' },
      { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
      {
        title: 'Expires',
        cell: ({ expires_at: at }) => (at === null ? 'with the session' : <Time at={at} />),
      },
      {
        title: 'Revoke',
        cell: ({ id, key_hint }) => (
          <button
            type="button"
            aria-label={`Revoke the key that ends with ${key_hint}`}
            onClick={() => revoke(id)}
          >
            Revoke
          </button>
        ),
      },
    ]}
    keyOf={({ id }) => id}
  />
)
