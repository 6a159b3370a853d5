import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Pages, toTotal } from '../../ui/pages.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { useQuery } from '../../ui/use-query.ts'

type Delivery = Awaited<
  ReturnType<typeof client.webhookSubscriptions.listDeliveries>
>['items'][number]

const statuses = ['pending', 'delivered', 'failed', 'dead'] as const

/** What was sent to a subscription, with each attempt. */
export const Deliveries = ({ id }: { id: string }) => {
  const { query } = useQuery()
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
      {value && <Pages says={toTotal(value.total_items)} next={value.next_cursor} />}
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
        cell: ({ id, event_type: type, status }) =>
          status === 'dead' ? (
            <button
              type="button"
              aria-label={`Send again: ${type} ${id}`}
              onClick={() => resend(id)}
            >
              Send again
            </button>
          ) : (
            '–'
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
