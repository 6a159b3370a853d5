import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts, mcpConfig } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Facts, LinkButton, Loading, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { Waiting } from '../approvals/waiting.tsx'
import { Mcp } from './mcp.tsx'
import { Timeline } from './timeline.tsx'

/** One session: what waits and happened in it, its rules, and how clients connect to it. */
export const Session = ({ id }: { id: string }) => {
  const params = { session_id: id }
  const { value, error, reload } = useData(
    (signal) => client.sessions.get({ params }, { signal }),
    [id],
  )
  return (
    <Page
      title={id}
      back={{ href: toPage('sessions'), text: 'Sessions' }}
      actions={<LinkButton href={toPage('logs', { session: id })}>Calls</LinkButton>}
    >
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value && (
        <>
          <Facts
            of={[
              [
                'User',
                <a href={toPage(`users/${encodeURIComponent(value.config.user_id)}`)}>
                  {value.config.user_id}
                </a>,
              ],
              ['Configuration', `version ${value.config_version}`],
              ['Ends unless used', value.expires_at && <Time at={value.expires_at} />],
              ['Meta tools', value.tool_router_tools.join(', ')],
            ]}
          />
          <div class="actions">
            <CopyAs
              {...copyTexts('sessions', 'get', { params })}
              mcp={mcpConfig('plugboard', value.mcp.url, '<key of the session>')}
            />
            <Delete id={id} />
          </div>
          <Waiting session={id} />
          <Timeline session={id} />
          <h2>Configuration</h2>
          <JsonView value={value.config} label="configuration" />
          <Mcp session={id} url={value.mcp.url} />
        </>
      )}
    </Page>
  )
}

const Delete = ({ id }: { id: string }) => {
  const { route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this session?',
      text: 'Its stored results, approvals and keys are deleted with it, and agents that work in it get an error.',
      action: 'Delete session',
      typed: id,
    })
    if (!isSure) return
    await client.sessions.delete({ params: { session_id: id } })
    toast('Session deleted')
    route(toPage('sessions'))
  }
  return (
    <>
      <button type="button" onClick={() => void remove().catch(setError)}>
        Delete
      </button>
      <ErrorBox error={error} />
    </>
  )
}
