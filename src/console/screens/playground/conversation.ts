import { askModel, type ChatCall, type ChatMessage, type ChatTool } from '../../api/chat.ts'
import { PlugboardError } from '../../../client/plugboard-error.ts'
import { client } from '../../api/client.ts'
import { listen } from '../../api/live.ts'

type Answer = Awaited<ReturnType<typeof client.sessions.execute>>

/** What the page shows of a conversation, in order. */
export type Turn = { kind: 'user' | 'model'; text: string } | CallTurn

type CallTurn = {
  kind: 'call'
  call: ChatCall
  answer?: Answer
  error?: unknown
  approval?: Approval
}

/** A person's decision on a call, which goes on when it is made. */
export type Approval = { id: string; decide: (decision: 'approve' | 'deny') => void }

type Listener = (turns: readonly Turn[], usage: { input: number; output: number }) => void

/** Requests to the model for one message of the person. */
const maximumSteps = 20
/** What the model reads of one answer. */
const maximumResult = 40_000
/** Tools that were found, besides those of the session itself; the newest stay. */
const maximumFound = 32

/** One call at a time runs them, where calls are made as the model writes them. */
const batch = 'SVC_MULTI_EXECUTE_TOOL'
const finders = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/**
 * A conversation of a person with the model of the service, in a session. The model has the meta tools
 * of the session, and each tool that they find from then on; the page makes its calls.
 */
export const createConversation = (session: string, changed: Listener) => {
  const messages: ChatMessage[] = []
  const turns: Turn[] = []
  const usage = { input: 0, output: 0 }
  const found = new Map<string, ChatTool>()
  // Signals draw a component again only if one of its properties is another.
  const show = () =>
    changed(
      turns.map((turn) => ({ ...turn })),
      { ...usage },
    )

  const run = async (call: ChatCall, signal: AbortSignal): Promise<Answer> =>
    client.sessions.execute(
      {
        params: { session_id: session },
        body: {
          tool_slug: call.slug,
          arguments: call.arguments as Record<string, unknown>,
          ...(finders.has(call.slug) && { definitions: true }),
        },
      },
      { signal },
    )

  /** Shows a call that waits, until somebody decides here or elsewhere. */
  const decided = (turn: CallTurn, approval: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = listen(({ type, subject_id: subject, outcome }) => {
        if (type === 'approval' && subject === approval && outcome !== 'pending') end(resolve)
      })
      const end = (then: () => void) => {
        stop()
        delete turn.approval
        show()
        then()
      }
      signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), {
        once: true,
      })
      const params = { session_id: session, approval_id: approval }
      turn.approval = {
        id: approval,
        // Where somebody else was first, the call says what was decided.
        decide: (decision) =>
          void client.sessions.decide({ params, body: { decision } }).then(
            () => end(resolve),
            () => end(resolve),
          ),
      }
      show()
    })

  /** Makes a call; one that waits for an approval is made again when somebody has decided. */
  const settle = async (call: ChatCall, signal: AbortSignal): Promise<Answer> => {
    const turn: CallTurn = { kind: 'call', call }
    turns.push(turn)
    show()
    try {
      let answer = await run(call, signal)
      for (
        let waits = pendingApproval(answer);
        waits !== undefined;
        waits = pendingApproval(answer)
      ) {
        turn.answer = answer
        await decided(turn, waits, signal)
        answer = await run(call, signal)
      }
      turn.answer = answer
      for (const [slug, tool] of Object.entries(answer.definitions ?? {})) remember(slug, tool)
      return answer
    } catch (error) {
      turn.error = error
      if (signal.aborted || !(error instanceof PlugboardError)) throw error
      // The model reads why, and can do something else.
      turn.answer = { data: {}, error: error.message, log_id: null }
      return turn.answer
    } finally {
      show()
    }
  }

  const remember = (slug: string, tool: { description?: string; input_schema?: object }) => {
    found.delete(slug)
    found.set(slug, {
      slug,
      description: tool.description ?? '',
      input_schema: { ...tool.input_schema },
    })
    for (const oldest of [...found.keys()].slice(0, -maximumFound)) found.delete(oldest)
  }

  const step = async (always: readonly ChatTool[], signal: AbortSignal): Promise<boolean> => {
    const answered = await askModel(messages, [...always, ...found.values()], signal)
    usage.input += answered.usage.input_tokens
    usage.output += answered.usage.output_tokens
    if (answered.text !== '') turns.push({ kind: 'model', text: answered.text })
    show()
    const results = []
    for (const call of answered.calls) results.push(toResult(call, await settle(call, signal)))
    messages.push(...answered.messages)
    if (results.length > 0) messages.push({ role: 'tool', content: results })
    return results.length > 0
  }

  return {
    /** Says something, and follows the model until it answers; throws what went wrong. */
    say: async (text: string, signal: AbortSignal): Promise<void> => {
      const before = messages.length
      messages.push({ role: 'user', content: text })
      turns.push({ kind: 'user', text })
      show()
      const always = await loadAlways(session, signal)
      try {
        for (let count = 0; count < maximumSteps; count++) if (!(await step(always, signal))) return
      } catch (error) {
        // A message without its answer would be refused from now on.
        if (messages.length === before + 1) messages.length = before
        throw error
      }
      throw new Error(`The model made ${maximumSteps} steps without an answer: say how to go on`)
    },
  }
}

const loadAlways = async (session: string, signal: AbortSignal): Promise<ChatTool[]> => {
  const { items } = await client.sessions.tools({ params: { session_id: session } }, { signal })
  return items
    .filter(({ slug }) => slug !== batch)
    .map(({ slug, description, input_parameters: schema }) => ({
      slug,
      description,
      input_schema: { ...schema },
    }))
}

/** The service says so in the answer of a call; nothing was sent. */
const pendingApproval = ({ data, error }: Answer): string | undefined =>
  error !== null && data['status'] === 'pending_approval' && typeof data['approval_id'] === 'string'
    ? data['approval_id']
    : undefined

const toResult = ({ id, name }: ChatCall, { data, error }: Answer) => {
  const text = JSON.stringify({ data, error })
  return {
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output:
      text.length <= maximumResult
        ? { type: 'json', value: { data, error } }
        : { type: 'text', value: `${text.slice(0, maximumResult)} … (${text.length} characters)` },
  }
}
