import { many } from '../provider/open-notes.ts'

/**
 * What a model sees of a conversation, whatever the framework: what the user said, and what came of
 * the calls so far.
 */
type Seen = { said: string[]; results: { name: string; output: Record<string, unknown> }[] }

/** What it does next: one call, or its answer to the user. */
type NextTurn = { call: { name: string; arguments: Record<string, unknown> } } | { text: string }

export const task =
  'Make an issue "The lift is stuck", look up WEB-9999, and tell me the third newest issue of the tracker'
export const connected = (code: string): string =>
  `Done, I am connected. The page shows the code ${code}`

/**
 * A model that works through the task with meta tools alone; all it knows of the tools, the
 * connection and the results it read in results.
 *
 * Search, missing connection, connect, the code of the page, three calls of which one fails, a part
 * of a large result, final answer.
 */
export const nextTurn = ({ said, results }: Seen): NextTurn => {
  const last = results.at(-1)
  if (!last)
    return {
      call: {
        name: 'SVC_SEARCH_TOOLS',
        arguments: {
          queries: ['create an issue', 'get one issue by its id', 'list the newest issues'].map(
            (words) => ({ use_case: `${words} in the tracker` }),
          ),
        },
      },
    }
  if (last.name === 'SVC_SEARCH_TOOLS')
    return {
      call: { name: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: missingIn(last.output) } },
    }
  if (last.name === 'SVC_MANAGE_CONNECTIONS') {
    const { toolkit, status, redirect_url, connected_account_id } = connectionIn(last.output)
    if (status === 'active')
      return { call: { name: 'SVC_MULTI_EXECUTE_TOOL', arguments: callsFor(results[0]?.output) } }
    const code = / code (\S+)$/.exec(said.at(-1) ?? '')?.[1]
    if (code === undefined) return { text: `Please open ${redirect_url}` }
    return {
      call: {
        name: 'SVC_MANAGE_CONNECTIONS',
        arguments: { toolkits: [toolkit], confirm: { connected_account_id, code } },
      },
    }
  }
  if (last.name === 'SVC_MULTI_EXECUTE_TOOL')
    return {
      call: {
        name: 'SVC_READ_RESULT',
        arguments: { handle: handleIn(last.output), path: 'issues', offset: 2, limit: 1 },
      },
    }
  return { text: tell(results.at(-2)?.output ?? {}, last.output) }
}

const missingIn = (search: Record<string, unknown>): string[] =>
  (search['toolkit_connection_statuses'] as { toolkit: string; has_active_connection: boolean }[])
    .filter((status) => !status.has_active_connection)
    .map(({ toolkit }) => toolkit)

const connectionIn = (connections: Record<string, unknown>): Record<string, string> =>
  (connections['results'] as Record<string, string>[])[0] ?? {}

const callsFor = (search: Record<string, unknown> = {}) => {
  const [create = '', get = '', list = ''] = (
    search['results'] as { primary_tool_slugs: string[] }[]
  ).map((result) => result.primary_tool_slugs[0] ?? '')
  return many(
    [create, { title: 'The lift is stuck' }],
    [get, { issue_id: 'WEB-9999' }],
    [list, { per_page: 100 }],
  )
}

type Result = { error: string | null; data: Record<string, unknown> }

const handleIn = (many: Record<string, unknown>): unknown =>
  (many['results'] as Result[])[2]?.data['handle']

const tell = (many: Record<string, unknown>, part: Record<string, unknown>): string => {
  const [made, missing] = many['results'] as Result[]
  const [issue] = part['value'] as { title: string }[]
  return `Made "${made?.data['title']}". WEB-9999: ${missing?.error}. The third newest is "${issue?.title}".`
}
