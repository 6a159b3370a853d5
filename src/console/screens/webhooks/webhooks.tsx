import { useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Code, CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Filters } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, Facts, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { useQuery } from '../../ui/use-query.ts'

type Subscription = Awaited<ReturnType<typeof client.webhookSubscriptions.get>>
type Delivery = Awaited<
  ReturnType<typeof client.webhookSubscriptions.listDeliveries>
>['items'][number]

/** Where events are sent; the deliveries of one subscription at `webhooks/:id`. */
export const Webhooks = () => {
  const { id } = useRoute().params
  return id === undefined ? <SubscriptionList /> : <SubscriptionPage id={id} />
}

const SubscriptionList = () => (
  <ListPage
    title="Webhooks"
    load={({ cursor }, signal) =>
      client.webhookSubscriptions.list(
        { query: { limit: 50, ...(cursor && { cursor }) } },
        { signal },
      )
    }
    copy={() => copyTexts('webhookSubscriptions', 'list', { query: { limit: 50 } })}
    refreshOn={['subscription', 'delivery']}
    columns={[
      { title: 'Address', cell: ({ webhook_url: url }) => <span class="clipped">{url}</span> },
      {
        title: 'Status',
        cell: ({ disabled_at: at }) => <Status of={at === null ? 'enabled' : 'disabled'} />,
      },
      { title: 'Events', cell: ({ enabled_events: events }) => events.length, isNumber: true },
      { title: 'Version', cell: ({ version }) => version },
      { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
    ]}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => toPage(`webhooks/${id}`)}
    empty={
      <Empty title="Events are sent nowhere yet" command="npx plugboard listen">
        <p>
          A subscription sends events (triggers, accounts, approvals) to an address, signed, and
          tries again for three days. The command receives them on this machine.
        </p>
      </Empty>
    }
  />
)

const SubscriptionPage = ({ id }: { id: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.webhookSubscriptions.get({ params: { id } }, { signal }),
    [id],
    { refreshOn: ['subscription'] },
  )
  return (
    <Page title="Webhook" back={{ href: toPage('webhooks'), text: 'Webhooks' }}>
      <ErrorBox error={error} retry={reload} />
      {value ? <Sections subscription={value} /> : error === undefined && <Loading />}
    </Page>
  )
}

const Sections = ({ subscription }: { subscription: Subscription }) => (
  <>
    <Facts
      of={[
        ['Address', <code class="clipped">{subscription.webhook_url}</code>],
        ['Status', <Status of={subscription.disabled_at === null ? 'enabled' : 'disabled'} />],
        ['Version', subscription.version],
        ['Secret', <code>{subscription.secret}</code>],
        ['Events', subscription.enabled_events.join(', ')],
        ['Created', <Time at={subscription.created_at} exact />],
      ]}
    />
    <Secret id={subscription.id} />
    <Deliveries id={subscription.id} />
  </>
)

const Secret = ({ id }: { id: string }) => {
  const [secret, setSecret] = useState('')
  const [error, setError] = useState<unknown>(undefined)
  const rotate = async () => {
    const isSure = await confirm({
      title: 'Make a new signing secret?',
      text: 'Deliveries are signed with both for 24 hours, so that the receiver can change over.',
      action: 'Make a new secret',
    })
    if (!isSure) return
    try {
      const { secret: made } = await client.webhookSubscriptions.rotateSecret({ params: { id } })
      setSecret(made)
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <ErrorBox error={error} />
      {secret !== '' && (
        <div class="notice good">
          <p>The new secret is shown only now.</p>
          <Code text={secret} what="signing secret" />
        </div>
      )}
      <div class="actions">
        <button type="button" onClick={() => void rotate()}>
          New secret…
        </button>
        <CopyAs {...copyTexts('webhookSubscriptions', 'listDeliveries', { params: { id } })} />
      </div>
    </>
  )
}

const statuses = ['pending', 'delivered', 'failed', 'dead'] as const

const Deliveries = ({ id }: { id: string }) => {
  const { query, setQuery } = useQuery()
  const [failure, setFailure] = useState<unknown>(undefined)
  const status = statuses.find((each) => each === query['status'])
  const { value, error, reload } = useData(
    (signal) =>
      client.webhookSubscriptions.listDeliveries(
        {
          params: { id },
          query: {
            limit: 50,
            ...(status && { status }),
            ...(query['cursor'] && { cursor: query['cursor'] }),
          },
        },
        { signal },
      ),
    [id, query],
    { refreshOn: ['delivery'] },
  )
  const resend = async (delivery: string) => {
    setFailure(undefined)
    try {
      await client.webhookDeliveries.replay({ params: { id: delivery } })
      toast('Sent again')
      reload()
    } catch (thrown) {
      setFailure(thrown)
    }
  }
  return (
    <>
      <h2>Deliveries</h2>
      <Filters of={[{ name: 'status', label: 'Status', options: statuses }]} />
      <ErrorBox error={error} retry={reload} />
      <ErrorBox error={failure} />
      {value?.items.length === 0 && <p class="quiet">Nothing was sent.</p>}
      {value !== undefined && value.items.length > 0 && (
        <DeliveryTable deliveries={value.items} resend={(delivery) => void resend(delivery)} />
      )}
      {value?.next_cursor && (
        <button type="button" onClick={() => setQuery({ cursor: value.next_cursor ?? undefined })}>
          Next page
        </button>
      )}
    </>
  )
}

const DeliveryTable = ({
  deliveries,
  resend,
}: {
  deliveries: Delivery[]
  resend: (id: string) => void
}) => (
  <Table
    label="Deliveries"
    rows={deliveries}
    keyOf={({ id }) => id}
    columns={[
      { title: 'Event', cell: ({ event_type: type }) => <code>{type}</code> },
      {
        title: 'Status',
        cell: ({ status }) =>
          status === 'dead' ? <Badge tone="bad">given up</Badge> : <Status of={status} />,
      },
      { title: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
      {
        title: 'Next attempt',
        cell: ({ next_attempt_at: at }) => (at === null ? '–' : <Time at={at} />),
      },
      {
        title: 'Again',
        cell: ({ id, event_type: type }) => (
          <button type="button" aria-label={`Send again: ${type} ${id}`} onClick={() => resend(id)}>
            Send again
          </button>
        ),
      },
    ]}
  />
)

const Attempts = ({ attempts }: { attempts: Delivery['attempts'] }) =>
  attempts.length === 0 ? (
    <>none yet</>
  ) : (
    <details>
      <summary>{attempts.length}</summary>
      <ul>
        {attempts.map(({ at, status_code: code, error }) => (
          <li key={at}>
            <Time at={at} exact /> {code ?? ''} {error ?? ''}
          </li>
        ))}
      </ul>
    </details>
  )
