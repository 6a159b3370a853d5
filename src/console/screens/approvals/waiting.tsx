import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Facts } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'

type Approval = Awaited<ReturnType<typeof client.approvals.list>>['items'][number]

/** So many are shown; an inbox that is longer is worked off from the top. */
const shown = 20

/** The calls that wait for a decision, each with what it would do. */
export const Waiting = ({ session }: { session?: string }) => {
  const { value, error, reload } = useData(
    (signal) =>
      client.approvals.list(
        { query: { status: 'pending', limit: shown, ...(session && { session_ids: session }) } },
        { signal },
      ),
    [session],
    { refreshOn: ['approval'] },
  )
  if (error !== undefined) return <ErrorBox error={error} retry={reload} />
  if (!value || value.items.length === 0) return null
  return (
    <section aria-label="Waiting for a decision">
      <h2>Waiting for a decision ({value.total_items})</h2>
      <ul class="cards">
        {value.items.map((approval) => (
          <li key={approval.approval_id} class="card">
            <WaitingCall approval={approval} decided={reload} />
          </li>
        ))}
      </ul>
      {value.total_items > shown && (
        <p class="quiet">{value.total_items - shown} more follow when these are decided.</p>
      )}
      {session === undefined && <h2>All calls that needed an approval</h2>}
    </section>
  )
}

type Decision = 'approve' | 'deny'

const WaitingCall = ({ approval, decided }: { approval: Approval; decided: () => void }) => {
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const params = { session_id: approval.session_id, approval_id: approval.approval_id }
  const decide = (decision: Decision) => {
    setIsBusy(true)
    setError(undefined)
    client.sessions
      .decide({ params, body: { decision } })
      .then(() => {
        toast(
          decision === 'approve'
            ? `Approved: ${approval.tool_slug} runs when the same call is made again`
            : `Denied: ${approval.tool_slug} does not run`,
        )
        decided()
      })
      .catch(setError)
      .finally(() => setIsBusy(false))
  }
  const button = (decision: Decision, text: string, look: string) => (
    <button
      type="button"
      class={look}
      disabled={isBusy}
      aria-label={`${text} ${approval.tool_slug} for ${approval.user_id}`}
      onClick={() => decide(decision)}
    >
      {text}
    </button>
  )
  return (
    <>
      <h3>
        <code>{approval.tool_slug}</code>
      </h3>
      <Subject approval={approval} />
      {approval.arguments === null ? (
        <p>The project stores no data, so nobody can see here what the call would do.</p>
      ) : (
        <JsonView value={approval.arguments} label={`arguments of ${approval.tool_slug}`} />
      )}
      <ErrorBox error={error} />
      <div class="actions">
        {button('approve', 'Approve', 'primary')}
        {button('deny', 'Deny', '')}
        <CopyAs {...copyTexts('sessions', 'decide', { params, body: { decision: 'approve' } })} />
      </div>
    </>
  )
}

const Subject = ({ approval }: { approval: Approval }) => (
  <Facts
    of={[
      [
        'User',
        <a href={toPage(`users/${encodeURIComponent(approval.user_id)}`)}>{approval.user_id}</a>,
      ],
      [
        'Account',
        approval.connected_account_id && (
          <a href={toPage(`connections/${approval.connected_account_id}`)}>
            {approval.connected_account_id}
          </a>
        ),
      ],
      ['Session', <a href={toPage(`sessions/${approval.session_id}`)}>{approval.session_id}</a>],
      ['Asked', <Time at={approval.created_at} />],
      ['Ends', <Time at={approval.expires_at} />],
    ]}
  />
)
