import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm, Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { toast } from '../../ui/toast.tsx'

type Subscription = Awaited<ReturnType<typeof client.webhookSubscriptions.get>>
type Props = { subscription: Subscription; changed: () => void }

/** What can be done with a subscription: try it, send again what it missed, end it. */
export const Actions = ({ subscription, changed }: Props) => {
  const { route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const [isRecovering, setIsRecovering] = useState(false)
  const { id, disabled_at: disabledAt, enabled_events: events, webhook_url: url } = subscription
  const params = { id }
  const attempt = (work: () => Promise<void>) => {
    setError(undefined)
    work().catch(setError)
  }
  const test = async () => {
    await client.webhookSubscriptions.sendTest({ params, body: {} })
    toast('The test event is on its way: see the deliveries')
    changed()
  }
  const enable = async () => {
    await client.webhookSubscriptions.update({
      params,
      body: { enabled_events: events as ['svc.trigger.message'] },
    })
    toast('Enabled: recover what was missed meanwhile')
    changed()
  }
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this webhook?',
      text: `Nothing is sent to ${url} any more, and its deliveries are forgotten.`,
      action: 'Delete webhook',
      typed: id,
    })
    if (!isSure) return
    await client.webhookSubscriptions.delete({ params })
    toast('Webhook deleted')
    route(toPage('webhooks'))
  }
  return (
    <>
      <ErrorBox error={error} />
      <div class="actions">
        {disabledAt === null ? (
          <button type="button" onClick={() => attempt(test)}>
            Send a test event
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => attempt(enable)}>
            Enable again
          </button>
        )}
        <button type="button" onClick={() => setIsRecovering(true)}>
          Recover…
        </button>
        <button type="button" class="danger" onClick={() => attempt(remove)}>
          Delete…
        </button>
        <CopyAs {...copyTexts('webhookSubscriptions', 'sendTest', { params, body: {} })} />
      </div>
      {isRecovering && <Recover id={id} close={() => setIsRecovering(false)} recovered={changed} />}
    </>
  )
}

const hourMs = 3_600_000
/** Each recovers 1000 at most; those that fail again meanwhile are found again. */
const maximumRequests = 100

/** A time as fields of forms have it, in the zone of the browser. */
const toLocal = (time: number): string => {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Sends again what gave up since a time. */
const Recover = ({
  id,
  close,
  recovered,
}: {
  id: string
  close: () => void
  recovered: () => void
}) => {
  const [since, setSince] = useState(toLocal(Date.now() - 24 * hourMs))
  const [error, setError] = useState<unknown>(undefined)
  const [count, setCount] = useState<number | undefined>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setError(undefined)
    setIsBusy(true)
    try {
      let sum = 0
      let hasMore = true
      for (let count = 0; hasMore && count < maximumRequests; count++) {
        const answer = await client.webhookSubscriptions.recover({
          params: { id },
          body: { since: new Date(since).toISOString() },
        })
        sum += answer.recovered
        hasMore = answer.has_more && answer.recovered > 0
        setCount(sum)
      }
      recovered()
    } catch (thrown) {
      setError(thrown)
    }
    setIsBusy(false)
  }
  return (
    <Dialog title="Send again what gave up" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p>Deliveries that gave up are sent again, with the ids of their events.</p>
        <label class="field">
          <span>Events since</span>
          <input
            type="datetime-local"
            value={since}
            required
            onInput={(event) => setSince(event.currentTarget.value)}
          />
        </label>
        {count !== undefined && (
          <p role="status">
            {count === 0 ? 'None had given up since then.' : `${count} are sent again.`}
          </p>
        )}
        <ErrorBox error={error} />
        <div class="actions">
          <button type="button" onClick={close}>
            Close
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? 'Recovering…' : 'Recover'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
