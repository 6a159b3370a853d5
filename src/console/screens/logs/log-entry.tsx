import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Status } from '../../ui/badge.tsx'
import { CopyAs } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Facts, Loading, Page } from '../../ui/page.tsx'
import { Time, toDuration } from '../../ui/time.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { SaveCase } from '../evals/save-case.tsx'
import { repeatOf, type Repeat } from './repeat.ts'

type Log = Awaited<ReturnType<typeof client.logs.get>>

/** One call: what was sent, what came back, and how to send it again. */
export const LogEntry = ({ id }: { id: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.logs.get({ params: { id } }, { signal }),
    [id],
  )
  return (
    <Page title={value?.tool_slug ?? 'Log entry'} back={{ href: toPage('logs'), text: 'Logs' }}>
      <ErrorBox error={error} retry={reload} />
      {value ? <Entry log={value} /> : error === undefined && <Loading />}
    </Page>
  )
}

const Entry = ({ log }: { log: Log }) => (
  <>
    <Facts
      of={[
        ['Outcome', <Status of={log.status} />],
        ['Toolkit', <a href={toPage('logs', { toolkit: log.toolkit })}>{log.toolkit}</a>],
        ['User', log.user_id && <a href={toPage('logs', { user: log.user_id })}>{log.user_id}</a>],
        ['Account', log.connected_account_id && <code>{log.connected_account_id}</code>],
        [
          'Session',
          log.session_id && (
            <a href={toPage('logs', { session: log.session_id })}>{log.session_id}</a>
          ),
        ],
        ['Started', <Time at={log.started_at} exact />],
        ['Took', toDuration(log.duration_ms)],
        ['Log id', <code>{log.id}</code>],
        ['Trace', log.trace_id && <code>{log.trace_id}</code>],
      ]}
    />
    {log.error !== null && <p class="notice bad">{log.error}</p>}
    <Again log={log} />
    <h2>Request</h2>
    <JsonView value={log.request} label="request" />
    {log.requests && log.requests.length > 0 && (
      <>
        <h2>Sent to the API</h2>
        <JsonView value={log.requests} label="sent requests" />
        {log.requests_left_out !== undefined && (
          <p class="quiet">Not shown: {log.requests_left_out} more</p>
        )}
      </>
    )}
    <h2>Response</h2>
    <JsonView value={log.response} label="response" />
  </>
)

/** The same call, to take along or to make once more. */
const Again = ({ log }: { log: Log }) => {
  const { route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const repeat = repeatOf(log)
  if ('problem' in repeat)
    return (
      <>
        <CopyAs {...copyTexts('logs', 'get', { params: { id: log.id } })} />
        <p class="quiet">{repeat.problem}</p>
      </>
    )
  const run = async () => {
    setError(undefined)
    if (!(await askFor(repeat, log))) return
    try {
      const { log_id: id, successful } = await client.tools.execute(repeat)
      toast(successful ? 'The call succeeded' : 'The call failed')
      if (id !== null) route(toPage(`logs/${id}`))
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <ErrorBox error={error} />
      <div class="actions">
        <button type="button" onClick={() => void run()}>
          <Icon name="repeat" /> Repeat
        </button>
        <CopyAs {...copyTexts('tools', 'execute', repeat)} />
      </div>
      <SaveCase tool={log.tool_slug} args={repeat.body.arguments} />
    </>
  )
}

const askFor = ({ body }: Repeat, { tool_slug: tool, session_id: session }: Log) =>
  confirm({
    title: `Call ${tool} again?`,
    text: `It is called now, with the same arguments${
      body.user_id === undefined ? '' : `, for ${body.user_id}`
    }, and may take effect a second time.${
      session === null ? '' : ' The rules and approvals of the session do not apply to it.'
    }`,
    action: 'Call it again',
  })
