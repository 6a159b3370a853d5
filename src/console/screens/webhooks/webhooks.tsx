import { useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Status } from '../../ui/badge.tsx'
import { Code, CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Empty, Facts, Loading, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Actions } from './actions.tsx'
import { Deliveries } from './deliveries.tsx'
import { NewWebhook } from './new-webhook.tsx'

type Subscription = Awaited<ReturnType<typeof client.webhookSubscriptions.get>>

/** Where events are sent; the deliveries of one subscription at `webhooks/:id`. */
export const Webhooks = () => {
  const { id } = useRoute().params
  return id === undefined ? <SubscriptionList /> : <SubscriptionPage id={id} />
}

const SubscriptionList = () => (
  <ListPage
    title="Webhooks"
    actions={<NewWebhook />}
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
          tries again for 31 hours. The command receives them on this machine.
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
      {value ? (
        <Sections subscription={value} reload={reload} />
      ) : (
        error === undefined && <Loading />
      )}
    </Page>
  )
}

const Sections = ({ subscription, reload }: { subscription: Subscription; reload: () => void }) => (
  <>
    <Facts
      of={[
        ['Address', <code class="clipped">{subscription.webhook_url}</code>],
        ['Status', <Status of={subscription.disabled_at === null ? 'enabled' : 'disabled'} />],
        ['Version', subscription.version],
        ['Secret', <code>{subscription.secret}</code>],
        ['Events', subscription.enabled_events.join(', ')],
        ['Created', <Time at={subscription.created_at} exact />],
        ['Disabled', subscription.disabled_at && <Time at={subscription.disabled_at} exact />],
      ]}
    />
    <Actions subscription={subscription} changed={reload} />
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
