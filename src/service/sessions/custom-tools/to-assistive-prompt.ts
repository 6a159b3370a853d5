import type { SessionConfig } from '../../../contract/session-config.ts'
import { toLocalTime } from '../time-info.ts'
import { listCustomTools, type SessionExtras } from './custom-tool.ts'

/**
 * Text for an agent's system prompt. It describes the time as past, since a prompt may be used for
 * days.
 */
export const toAssistivePrompt = (
  { config, extras }: { config: SessionConfig; extras: SessionExtras },
  metaTools: ReadonlySet<string>,
  now: Date,
): string =>
  [
    'You can act in the services that the user has connected.',
    '- Find tools with SVC_SEARCH_TOOLS: one query per step of the task, before you call anything. Never guess a tool slug or its arguments.',
    '- Where a tool comes with a schemaRef, read its arguments with SVC_GET_TOOL_SCHEMAS first.',
    '- Run tools with SVC_MULTI_EXECUTE_TOOL, independent calls together. A failed call says how to correct it.',
    ...when(
      metaTools.has('SVC_MANAGE_CONNECTIONS'),
      '- Where a service is not connected, call SVC_MANAGE_CONNECTIONS and give the user the link it returns.',
    ),
    ...when(
      metaTools.has('SVC_WAIT_FOR_CONNECTIONS'),
      '- Then wait for the user with SVC_WAIT_FOR_CONNECTIONS.',
    ),
    ...when(
      metaTools.has('SVC_REMOTE_WORKBENCH'),
      '- Where there is much to go through, write code that calls the tools (SVC_REMOTE_WORKBENCH, or SVC_REMOTE_BASH_TOOL for files): you read only what it prints.',
    ),
    '- A large result comes as a preview with a handle; read the parts you need with SVC_READ_RESULT.',
    ...when(
      config.approvals !== undefined,
      '- A call that answers pending_approval was not made. Tell the user what it would do, and make exactly the same call again once it is approved.',
    ),
    ...when(
      listCustomTools(extras).length > 0,
      '- Tools whose slug begins with LOCAL_ belong to the application you run in; it runs them itself.',
    ),
    ...(extras.userTimezone === undefined ? [] : [toTimeLine(extras.userTimezone, now)]),
  ].join('\n')

const toTimeLine = (timeZone: string, now: Date): string =>
  `- The user's time zone is ${timeZone}: dates and times the user names are meant there. When this prompt was written, it was ${toLocalTime(now, timeZone)} there; the time_info of each search has the time of that search.`

const when = (condition: boolean, line: string): string[] => (condition ? [line] : [])
