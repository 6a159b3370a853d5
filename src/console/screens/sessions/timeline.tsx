import type { ComponentChildren } from 'preact'
import { client } from '../../api/client.ts'
import { toPage } from '../../api/current-project.ts'
import { recent } from '../../api/live.ts'
import { useData } from '../../api/use-data.ts'
import { Status } from '../../ui/badge.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Empty, Loading } from '../../ui/page.tsx'
import { Time, toDuration } from '../../ui/time.tsx'

/** So many calls and approvals are shown; the logs have all. */
const shown = 50

type Item = {
  id: string
  at: string
  icon: IconName
  kind: string
  what: ComponentChildren
  outcome: string
  detail?: string | null
}

/** Searches, calls with the way to their results, and approvals of a session, newest first. */
export const Timeline = ({ session }: { session: string }) => {
  const of = { session_ids: session, limit: shown }
  const calls = useData((signal) => client.logs.list({ query: of }, { signal }), [session], {
    refreshOn: ['call'],
  })
  const approvals = useData(
    (signal) => client.approvals.list({ query: of }, { signal }),
    [session],
    { refreshOn: ['approval'] },
  )
  const items = [
    ...(calls.value?.items.map(toCall) ?? []),
    ...(approvals.value?.items.map(toApproval) ?? []),
    ...searchesOf(session),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const isLoading = !calls.value || !approvals.value
  const error = calls.error ?? approvals.error
  return (
    <section aria-label="Timeline">
      <h2>Timeline</h2>
      <ErrorBox error={error} />
      {isLoading && error === undefined && <Loading />}
      {!isLoading && items.length === 0 && (
        <Empty
          title="Nothing happened in this session yet"
          command={`npx plugboard search "create an issue" --session ${session}`}
        />
      )}
      {items.length > 0 && (
        <ol class="stream" aria-label="What happened in this session">
          {items.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </ol>
      )}
      {calls.value && calls.value.total_items > shown && (
        <p>
          <a href={toPage('logs', { session })}>All {calls.value.total_items} calls</a>
        </p>
      )}
    </section>
  )
}

const Entry = ({ item }: { item: Item }) => (
  <li>
    <span class="what">
      <Icon name={item.icon} /> <span class="quiet">{item.kind}</span> {item.what}
    </span>
    <Status of={item.outcome} />
    <Time at={item.at} />
    {item.detail && <span class="detail quiet">{item.detail}</span>}
  </li>
)

type Call = Awaited<ReturnType<typeof client.logs.list>>['items'][number]

const toCall = (call: Call): Item => ({
  id: call.id,
  at: call.started_at,
  icon: 'play',
  kind: 'Call',
  what: (
    <>
      <a href={toPage(`logs/${call.id}`)}>{call.tool_slug}</a>{' '}
      <span class="quiet">{toDuration(call.duration_ms)}</span>
    </>
  ),
  outcome: call.status,
  detail: call.error,
})

type Approval = Awaited<ReturnType<typeof client.approvals.list>>['items'][number]

const toApproval = (approval: Approval): Item => ({
  id: approval.approval_id,
  at: approval.used_at ?? approval.decided_at ?? approval.created_at,
  icon: 'check',
  kind: 'Approval',
  what: (
    <a href={toPage('approvals', { session: approval.session_id, status: approval.status })}>
      {approval.tool_slug}
    </a>
  ),
  outcome: approval.status,
})

/** Searches are in the stream only: those of a while ago, and all since the page was opened. */
const searchesOf = (session: string): Item[] =>
  recent.value
    .filter(({ type, session_id }) => type === 'search' && session_id === session)
    .map(({ id, at, text, outcome }) => ({
      id,
      at,
      icon: 'search',
      kind: 'Search',
      what: text ?? 'not stored',
      outcome,
    }))
