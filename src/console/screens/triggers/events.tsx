import type { ProjectEvent } from '../../../contract/project-events.ts'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Loading } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

const shown = 50
/** What is read of the events of a project: the oldest of a day first, so that it may not reach the newest. */
const maximumRead = 5_000
const maximumMs = 5_000

/** The position of the newest event of the project, where a stream that begins now would go on. */
const lastPosition = async (signal: AbortSignal): Promise<number> => {
  const own = new AbortController()
  const stream = await client.triggerInstances.events(
    {},
    { signal: AbortSignal.any([signal, own.signal]) },
  )
  own.abort()
  return Number(stream.position ?? 0)
}

/** The events of a trigger in the last 24 hours, newest first, and whether all were read. */
const loadEvents = async (id: string, signal: AbortSignal) => {
  const over = AbortSignal.any([signal, AbortSignal.timeout(maximumMs)])
  const found: ProjectEvent[] = []
  let read = 0
  try {
    const last = await lastPosition(over)
    if (last === 0) return { found, isAll: true }
    const stream = await client.triggerInstances.events({ query: { after: 0 } }, { signal: over })
    for await (const { id: position, data } of stream) {
      read += 1
      if (data.metadata.trigger_id === id) found.unshift(data)
      if (Number(position) >= last) return { found, isAll: true }
      if (read >= maximumRead) break
    }
  } catch (error) {
    if (signal.aborted || !over.aborted) throw error
  }
  return { found, isAll: false }
}

/** What a trigger fired lately, with the data that was sent. */
export const Events = ({ id }: { id: string }) => {
  const { value, error, reload } = useData((signal) => loadEvents(id, signal), [id], {
    refreshOn: ['trigger'],
  })
  return (
    <section aria-label="Events">
      <h2>Events of the last 24 hours</h2>
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value?.found.length === 0 && <p class="quiet">Nothing was fired.</p>}
      {value?.found.slice(0, shown).map((event) => (
        <details key={event.id}>
          <summary>
            <Time at={event.timestamp} exact /> <code>{event.id}</code>
          </summary>
          <JsonView value={event.data} label="data" />
        </details>
      ))}
      {value && (!value.isAll || value.found.length > shown) && (
        <p class="quiet">
          There are more. <code>npx plugboard listen</code> shows them all as they happen.
        </p>
      )}
    </section>
  )
}
