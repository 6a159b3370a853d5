import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Status } from '../../ui/badge.tsx'
import { toast } from '../../ui/toast.tsx'

/** What an MCP server changed and nobody accepted: the accepted form stays in effect. */
export const Changes = ({ slug }: { slug: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.toolkits.changes({ params: { slug }, query: { limit: 100 } }, { signal }),
    [slug],
    { refreshOn: ['toolkit'] },
  )
  const [failure, setFailure] = useState<unknown>(undefined)
  const decide = (verb: 'acceptChanges' | 'rejectChanges', ids: string[]) => {
    setFailure(undefined)
    client.toolkits[verb]({ params: { slug }, body: { ids } })
      .then(() => {
        toast(verb === 'acceptChanges' ? 'Accepted' : 'Rejected')
        reload()
      })
      .catch(setFailure)
  }
  const items = value?.items ?? []
  if (items.length === 0) return <ErrorBox error={error} retry={reload} />
  const waiting = items.filter(({ status }) => status === 'pending').map(({ id }) => id)
  return (
    <section aria-label="Changes to accept">
      <h2>Changes to accept</h2>
      <p class="quiet">
        The server announced these. Until they are accepted, tools stay as they were; new ones are
        not offered.
      </p>
      <ErrorBox error={failure} />
      {waiting.length > 1 && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => decide('acceptChanges', waiting)}>
            Accept these {waiting.length}
          </button>
        </div>
      )}
      {items.map(({ id, tool_slug: tool, kind, status, fields, before, after }) => (
        <details key={id}>
          <summary>
            <code>{tool}</code> was {kind}
            {kind === 'changed' && `: ${fields.join(', ')}`} <Status of={status} />
          </summary>
          {before && <JsonView value={before} label="accepted" />}
          <JsonView value={after} label="announced" />
          <div class="actions">
            <button type="button" class="primary" onClick={() => decide('acceptChanges', [id])}>
              Accept<span class="unseen"> {tool}</span>
            </button>
            {status === 'pending' && (
              <button type="button" onClick={() => decide('rejectChanges', [id])}>
                Reject<span class="unseen"> {tool}</span>
              </button>
            )}
          </div>
        </details>
      ))}
    </section>
  )
}
