import type { TestService } from '../../../support/start-service.ts'

/** What a door says of a tool. */
export type Verdict =
  | 'runs'
  /** A person has to approve each call. */
  | 'asks'
  /** The user has to connect the toolkit. */
  | 'unconnected'
  /** The user has several accounts, and the session wants one named. */
  | 'choose'
  /** It runs in the caller's process. */
  | 'custom'
  | 'excluded'

export type Session = { params: { session_id: string } }

/** Asks for all tools at once, and answers what was said of each. */
type ToolDoor = (
  client: TestService['client'],
  session: Session,
  slugs: readonly string[],
) => Promise<Record<string, Verdict>>

type Outcome = { data: Record<string, unknown>; error: string | null }

const execute: ToolDoor = async ({ sessions }, session, slugs) => {
  const verdicts = await Promise.all(
    slugs.map(async (slug) => {
      const refuse = (error: { status: number; message: string }): Verdict =>
        toVerdict({ data: {}, error: `${error.status} ${error.message}` })
      return [
        slug,
        await sessions
          .execute({ ...session, body: { tool_slug: slug, arguments: {} } })
          .then(toVerdict, refuse),
      ] as const
    }),
  )
  return Object.fromEntries(verdicts)
}

const multiExecute: ToolDoor = async ({ sessions }, session, slugs) => {
  const { data } = await sessions.executeMeta({
    ...session,
    body: {
      slug: 'SVC_MULTI_EXECUTE_TOOL',
      arguments: { tools: slugs.map((slug) => ({ tool_slug: slug })) },
    },
  })
  return toVerdicts(slugs, data['results'] as Outcome[])
}

const workbench: ToolDoor = async ({ sessions }, session, slugs) => {
  const code = `return tools.callMany(${JSON.stringify(slugs.map((slug) => ({ tool_slug: slug, arguments: {} })))})`
  const { data } = await sessions.executeMeta({
    ...session,
    body: { slug: 'SVC_REMOTE_WORKBENCH', arguments: { code } },
  })
  return toVerdicts(slugs, data['result'] as Outcome[])
}

const schemas: ToolDoor = async ({ sessions }, session, slugs) => {
  const { data } = await sessions.executeMeta({
    ...session,
    body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: slugs } },
  })
  return Object.fromEntries(slugs.map((slug) => [slug, toShownVerdict(slug, data as Shown)]))
}

const search: ToolDoor = async ({ sessions }, session, slugs) => {
  const verdicts: [string, Verdict][] = []
  for (let first = 0; first < slugs.length; first += 7) {
    const asked = slugs.slice(first, first + 7)
    const answer = await sessions.search({
      ...session,
      body: {
        queries: asked.map((slug) => ({ use_case: slug.toLowerCase().replaceAll('_', ' ') })),
      },
    })
    for (const [index, slug] of asked.entries()) {
      const { primary_tool_slugs: primary = [], related_tool_slugs: related = [] } =
        answer.results[index] ?? {}
      const isFound = [...primary, ...related].includes(slug)
      if (isFound && !answer.tool_schemas[slug])
        throw new Error(`The search found ${slug} and said nothing of it`)
      verdicts.push([slug, isFound ? toShownVerdict(slug, answer) : 'excluded'])
    }
  }
  return Object.fromEntries(verdicts)
}

/**
 * The doors by which an agent learns of tools, then those by which it calls them. A new door is one
 * more line.
 */
export const showingDoors: Record<string, ToolDoor> = { search, schemas }
export const callingDoors: Record<string, ToolDoor> = { execute, multiExecute, workbench }

const toVerdicts = (slugs: readonly string[], outcomes: Outcome[]): Record<string, Verdict> =>
  Object.fromEntries(
    slugs.map((slug, index) => [
      slug,
      toVerdict(outcomes[index] ?? { data: {}, error: 'no answer' }),
    ]),
  )

const toVerdict = ({ data, error }: Outcome): Verdict => {
  if (error === null) return 'runs'
  if (data['status'] === 'pending_approval') return 'asks'
  if (error.includes('no active connection')) return 'unconnected'
  if ('connected_accounts' in data) return 'choose'
  if (error.includes('runs in the process of the caller')) return 'custom'
  if (/The rules of this session exclude|The session has no tool/.test(error)) return 'excluded'
  throw new Error(`A door said what this test does not know: ${error}`)
}

type Shown = {
  tool_schemas: Record<string, { toolkit: string; approval?: string | undefined }>
  toolkit_connection_statuses: {
    toolkit: string
    has_active_connection: boolean
    connection_details?: Record<string, unknown> | undefined
  }[]
}

const toShownVerdict = (
  slug: string,
  { tool_schemas, toolkit_connection_statuses }: Shown,
): Verdict => {
  const schema = tool_schemas[slug]
  const connection = toolkit_connection_statuses.find(({ toolkit }) => toolkit === schema?.toolkit)
  if (!schema) return 'excluded'
  if (slug.startsWith('LOCAL_')) return 'custom'
  if (!connection) throw new Error(`Nothing is said of the connection of ${schema.toolkit}`)
  if (!connection.has_active_connection) return 'unconnected'
  if (connection.connection_details && 'connected_accounts' in connection.connection_details)
    return 'choose'
  return schema.approval === 'required' ? 'asks' : 'runs'
}
