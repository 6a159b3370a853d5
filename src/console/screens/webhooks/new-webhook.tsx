import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Code } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'

type Created = Awaited<ReturnType<typeof client.webhookSubscriptions.create>>

/** A button that subscribes an address to events, and shows the secret once. */
export const NewWebhook = () => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" class="primary" onClick={() => setIsOpen(true)}>
        <Icon name="plus" /> New webhook
      </button>
      {isOpen && (
        <Dialog title="New webhook" close={close}>
          <Form close={close} />
        </Dialog>
      )}
    </>
  )
}

const Form = ({ close }: { close: () => void }) => {
  const { value, error: failure } = useData(
    (signal) => client.webhookSubscriptions.eventTypes({}, { signal }),
    [],
  )
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(['svc.trigger.message'])
  const [error, setError] = useState<unknown>(undefined)
  const [created, setCreated] = useState<Created | undefined>(undefined)
  const create = () => {
    setError(undefined)
    client.webhookSubscriptions
      .create({
        // Offered by the service, so they are of its list.
        body: { webhook_url: url.trim(), enabled_events: events as ['svc.trigger.message'] },
      })
      .then(setCreated)
      .catch(setError)
  }
  const toggle = (type: string) =>
    setEvents(events.includes(type) ? events.filter((event) => event !== type) : [...events, type])
  if (created) return <Secret of={created} close={close} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <label class="field">
        <span>Address (https)</span>
        <input
          type="url"
          required
          placeholder="https://app.example.com/hooks"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>Events</legend>
        {value?.items.map(({ event_type: type, description }) => (
          <label class="field" key={type}>
            <input type="checkbox" checked={events.includes(type)} onChange={() => toggle(type)} />
            <code>{type}</code> <small class="quiet">{description}</small>
          </label>
        ))}
      </fieldset>
      <ErrorBox error={error ?? failure} />
      <div class="actions">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={events.length === 0}>
          Create
        </button>
      </div>
    </form>
  )
}

const Secret = ({ of, close }: { of: Created; close: () => void }) => {
  const { route } = useLocation()
  return (
    <>
      <p>Deliveries are signed with this secret, which is shown only now.</p>
      <Code text={of.secret} what="signing secret" />
      <div class="actions">
        <button
          type="button"
          class="primary"
          onClick={() => {
            close()
            route(toPage(`webhooks/${of.id}`))
          }}
        >
          Done
        </button>
      </div>
    </>
  )
}
