import { useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { currentProject, toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Status } from '../../ui/badge.tsx'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, Facts, Loading, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Events } from './events.tsx'
import { toast } from '../../ui/toast.tsx'

type Instance = Awaited<ReturnType<typeof client.triggerInstances.listActive>>['items'][number]

/** What the project listens to; one instance at `triggers/:id`. */
export const Triggers = () => {
  const { id } = useRoute().params
  return id === undefined ? <InstanceList /> : <TriggerPage id={id} />
}

/** Types that the provider pushes are not polled. */
const polledAtOf = ({ state }: Instance): string | undefined =>
  typeof state['polled_at'] === 'string' ? state['polled_at'] : undefined

const statusOf = ({ disabled_at: at }: Instance) => (at === null ? 'enabled' : 'disabled')

const InstanceList = () => (
  <ListPage
    title="Triggers"
    filters={[
      { name: 'type', label: 'Trigger' },
      { name: 'user', label: 'User' },
      { name: 'account', label: 'Account' },
      { name: 'hidden', label: 'Disabled ones', options: ['leave out'], none: 'show' },
    ]}
    load={(query, signal) =>
      client.triggerInstances.listActive({ query: toQuery(query) }, { signal })
    }
    copy={(query) => copyTexts('triggerInstances', 'listActive', { query: toQuery(query) })}
    refreshOn={['trigger']}
    columns={[
      { title: 'Trigger', cell: ({ trigger_name: name }) => <code>{name}</code> },
      { title: 'Status', cell: (row) => <Status of={statusOf(row)} /> },
      { title: 'User', cell: ({ user_id: user }) => user ?? '–' },
      {
        title: 'Account',
        cell: ({ connected_account_id: account }) => (account ? <code>{account}</code> : '–'),
      },
      {
        title: 'Last poll',
        cell: (row) => {
          const at = polledAtOf(row)
          return at === undefined ? '–' : <Time at={at} />
        },
      },
    ]}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => toPage(`triggers/${id}`)}
    empty={
      <Empty
        title="Nothing is listened to yet"
        command="npx plugboard triggers types --toolkit github"
      >
        <p>
          A trigger watches an account, by polling or by a webhook of the provider, and sends its
          events to your webhook subscriptions.
        </p>
      </Empty>
    }
  />
)

const toQuery = ({ type, user, account, hidden, cursor }: Record<string, string>) => ({
  limit: 50,
  show_disabled: hidden ? ('false' as const) : ('true' as const),
  ...(type && { trigger_names: type.toUpperCase() }),
  ...(user && { user_ids: [user] }),
  ...(account && { connected_account_ids: account }),
  ...(cursor && { cursor }),
})

const TriggerPage = ({ id }: { id: string }) => {
  const { value, error, reload } = useData(
    async (signal) => {
      const { items } = await client.triggerInstances.listActive(
        { query: { trigger_ids: id, show_disabled: 'true', limit: 1 } },
        { signal },
      )
      return { instance: items[0] }
    },
    [id],
    { refreshOn: ['trigger'] },
  )
  const { instance } = value ?? {}
  return (
    <Page
      title={instance?.trigger_name ?? 'Trigger'}
      back={{ href: toPage('triggers'), text: 'Triggers' }}
    >
      <ErrorBox error={error} retry={reload} />
      {value === undefined && error === undefined && <Loading />}
      {value !== undefined && instance === undefined && (
        <p class="quiet">There is no trigger instance {id}: it may have been deleted.</p>
      )}
      {instance && <Sections instance={instance} reload={reload} />}
    </Page>
  )
}

type SectionsProps = { instance: Instance; reload: () => void }

const Sections = ({ instance, reload }: SectionsProps) => {
  const { id, disabled_at: disabledAt } = instance
  const polledAt = polledAtOf(instance)
  return (
    <>
      <Facts
        of={[
          ['Status', <Status of={statusOf(instance)} />],
          ['Id', <code>{id}</code>],
          ['User', instance.user_id],
          [
            'Account',
            instance.connected_account_id && <code>{instance.connected_account_id}</code>,
          ],
          ['Version', instance.version],
          ['Disabled', disabledAt && <Time at={disabledAt} exact />],
          ['Last poll', polledAt && <Time at={polledAt} exact />],
          ['Changed', <Time at={instance.updated_at} exact />],
          ['Calls', <a href={toPage('logs', { tool: instance.trigger_name })}>polls in the log</a>],
        ]}
      />
      <Actions instance={instance} reload={reload} />
      <Events id={id} />
      <h2>Configuration</h2>
      <JsonView value={instance.trigger_config} label="configuration" />
      <h2>Position in the source</h2>
      <JsonView value={instance.state} label="position" />
    </>
  )
}

const Actions = ({ instance, reload }: SectionsProps) => {
  const [error, setError] = useState<unknown>(undefined)
  const { id, trigger_name: name, disabled_at: disabledAt } = instance
  const attempt = (work: () => Promise<void>) => {
    setError(undefined)
    work().catch(setError)
  }
  const setStatus = async (status: 'enable' | 'disable') => {
    const project = currentProject.value
    await client.triggerInstances.setStatus({ params: { id }, body: { status } })
    if (status === 'enable') toast('Enabled')
    else toast('Disabled', () => setStatus('enable'), project)
    reload()
  }
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: 'Nothing is listened to any more, and its position in the source is forgotten.',
      action: 'Delete',
      typed: name,
    })
    if (!isSure) return
    await client.triggerInstances.delete({ params: { id } })
    toast('Deleted')
    reload()
  }
  return (
    <>
      <ErrorBox error={error} />
      <div class="actions">
        <button
          type="button"
          onClick={() => attempt(() => setStatus(disabledAt === null ? 'disable' : 'enable'))}
        >
          {disabledAt === null ? 'Disable' : 'Enable'}
        </button>
        <button type="button" class="danger" onClick={() => attempt(remove)}>
          Delete…
        </button>
        <CopyAs
          {...copyTexts('triggerInstances', 'listActive', {
            query: { trigger_ids: id, show_disabled: 'true' },
          })}
        />
      </div>
    </>
  )
}
