import { useRef, useState } from 'preact/hooks'
import type { Activity } from '../../../contract/activity.ts'
import { activityTypes } from '../../../contract/activity-types.ts'
import { client } from '../../api/client.ts'
import { hasPage, toPage } from '../../api/current-project.ts'
import { recent } from '../../api/live.ts'
import { useData } from '../../api/use-data.ts'
import { useCommands } from '../../shell/commands.ts'
import { Status } from '../../ui/badge.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { Time, toDuration } from '../../ui/time.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { describe, detailOf, icons, names, pageOf } from './describe.ts'
import { Start } from './start.tsx'

/** What happens in the project, as it happens; the first page. */
export const Live = () => {
  const { query } = useQuery()
  const [held, setHeld] = useState<readonly Activity[] | undefined>(undefined)
  const pause = () => setHeld(held ? undefined : recent.value)
  useCommands([{ title: held ? 'Resume the stream' : 'Pause the stream', run: pause }])
  const toolkits = useData(
    (signal) => client.toolkits.list({ query: { managed_by: 'project', limit: 1 } }, { signal }),
    [],
    { refreshOn: ['toolkit'] },
  )
  const isEmptyProject = toolkits.value?.total_items === 0
  // The start stays when its first import is done: it says what that import made.
  const hasStarted = useRef(false)
  hasStarted.current ||= isEmptyProject
  const shown = (held ?? recent.value).filter((item) => matches(item, query))
  return (
    <Page
      title="Live"
      actions={
        <button type="button" aria-pressed={held !== undefined} onClick={pause}>
          <Icon name={held ? 'play' : 'pause'} /> {held ? 'Resume' : 'Pause'}
        </button>
      }
    >
      {hasStarted.current && <Start added={toolkits.reload} />}
      {(recent.value.length > 0 || !isEmptyProject) && <Filters of={filters} />}
      {held && held[0] !== recent.value[0] && <p role="status">Paused; more has happened since.</p>}
      <Stream items={shown} isEmptyProject={isEmptyProject} />
    </Page>
  )
}

const filters = [
  {
    name: 'type',
    label: 'What',
    options: activityTypes.map((type) => ({ value: type, label: names[type] })),
  },
  { name: 'outcome', label: 'Outcome', options: ['success', 'error', 'pending'] },
  { name: 'text', label: 'Contains' },
]

const matches = (item: Activity, { type, outcome, text }: Record<string, string>): boolean =>
  (!type || item.type === type) &&
  (!outcome || item.outcome === outcome) &&
  (!text ||
    [describe(item), item.text, item.user_id, item.session_id, item.toolkit]
      .join(' ')
      .toLowerCase()
      .includes(text.toLowerCase()))

const Stream = ({
  items,
  isEmptyProject,
}: {
  items: readonly Activity[]
  isEmptyProject: boolean
}) => {
  if (items.length === 0)
    return isEmptyProject ? null : (
      <Empty
        title={
          recent.value.length === 0
            ? 'Waiting for something to happen'
            : 'Nothing matches the filters'
        }
        {...(recent.value.length === 0 && {
          command: 'npx plugboard search "create an issue" --user ada',
        })}
      >
        <p>Calls, searches, approvals, triggers and deliveries appear here as they happen.</p>
      </Empty>
    )
  return (
    <ol class="stream" aria-label="What happened">
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ol>
  )
}

const Item = ({ item }: { item: Activity }) => {
  const page = pageOf(item)
  const text = describe(item)
  const detail = detailOf(item)
  return (
    <li>
      <span class="what">
        <Icon name={icons[item.type]} /> <span class="unseen">{names[item.type]}:</span>
        {page !== undefined && hasPage(page) ? <a href={toPage(page)}>{text}</a> : text}
      </span>
      {item.outcome !== 'success' && <Status of={item.outcome} />}
      {item.user_id !== null && <span class="quiet">{item.user_id}</span>}
      {item.duration_ms !== null && <span class="quiet">{toDuration(item.duration_ms)}</span>}
      <Time at={item.at} />
      {detail !== null && <span class="detail quiet">{detail}</span>}
    </li>
  )
}
