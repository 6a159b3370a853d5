import {
  toolsOnDemand,
  type AgentTool,
  type Session,
  type ToolMention,
} from '../../../../src/index.ts'
import { isObject } from '../../../../src/schema/json-schema.ts'
import { Conversation, type Usage } from './conversation.ts'
import type { Plan, PlannedCall } from './plans.ts'
import { resolveArguments, toCode } from './resolve-arguments.ts'

type Count = (text: string) => number

/** Does a task in one way, and counts its tokens. */
export type Mode = (session: Session, plan: Plan, count: Count) => Promise<Usage>

const done = 'Done.'

const pick = (tools: readonly AgentTool[], slug: string): AgentTool => {
  const tool = tools.find((each) => each.slug === slug)
  if (!tool) throw new Error(`The session has no tool ${slug}`)
  return tool
}

const run = async (tool: AgentTool, given: Record<string, unknown>) => {
  const result = await tool.execute(given)
  if (!result.successful) throw new Error(`${tool.slug}: ${result.error}`)
  return { data: result.data, text: (await tool.show(result)).text }
}

const searchFor = ({ queries }: Plan) => ({
  queries: queries.map((words) => ({ use_case: words })),
})

/** A session has no list of all its tools, so their slugs are given. */
export const allTools =
  (slugs: readonly string[]): Mode =>
  async (session, plan, count) => {
    const conversation = new Conversation(count, plan.task)
    const tools = await session.tools({ tools: slugs })
    const results: unknown[] = []
    for (const step of plan.steps) {
      const calls = toCalls(step, results)
      conversation.request(tools, calls)
      const answers = await Promise.all(
        calls.map((call) => run(pick(tools, call.slug), call.arguments)),
      )
      results.push(...answers.map(({ data }) => data))
      conversation.results(answers.map(({ text }) => text))
    }
    conversation.request(tools, done)
    return conversation.usage
  }

/** The meta tools: a search, then a SVC_MULTI_EXECUTE_TOOL for each step. */
export const search: Mode = async (session, plan, count) => {
  const conversation = new Conversation(count, plan.task)
  const tools = await session.tools()
  await call(conversation, tools, 'SVC_SEARCH_TOOLS', searchFor(plan))
  const results: unknown[] = []
  for (const step of plan.steps)
    results.push(...(await runMany(conversation, tools, toCalls(step, results))))
  conversation.request(tools, done)
  return conversation.usage
}

/** As `search`, but found tools are called by their names. One that was not found goes by the meta tool. */
export const onDemand: Mode = async (session, plan, count) => {
  const conversation = new Conversation(count, plan.task)
  const { always, found } = await toolsOnDemand(session, (tool) => tool)
  const shown = await call(conversation, always, 'SVC_SEARCH_TOOLS', searchFor(plan))
  const mentions: ToolMention[] = [{ toolName: 'SVC_SEARCH_TOOLS', output: shown.text }]
  const results: unknown[] = []
  for (const step of plan.steps) {
    const loaded = await found(mentions)
    const tools = [...always, ...loaded]
    const calls = toCalls(step, results)
    if (calls.some(({ slug }) => loaded.every((tool) => tool.slug !== slug))) {
      results.push(...(await runMany(conversation, tools, calls)))
      continue
    }
    conversation.request(tools, calls)
    const answers = await Promise.all(
      calls.map((each) => run(pick(tools, each.slug), each.arguments)),
    )
    mentions.push(...calls.map(({ slug }) => ({ toolName: slug })))
    results.push(...answers.map(({ data }) => data))
    conversation.results(answers.map(({ text }) => text))
  }
  conversation.request([...always, ...(await found(mentions))], done)
  return conversation.usage
}

/** A search, then code in the workbench that does the whole task. */
export const code: Mode = async (session, plan, count) => {
  const conversation = new Conversation(count, plan.task)
  const tools = await session.tools()
  await call(conversation, tools, 'SVC_SEARCH_TOOLS', searchFor(plan))
  const steps = plan.steps.map(
    (step) =>
      `r.push(...await Promise.all([${step.map(({ slug, arguments: given }) => `call('${slug}', ${toCode(given)})`).join(', ')}]))`,
  )
  const source = [
    'const call = async (slug, given) => { const { successful, data, error } = await tools.call(slug, given); if (!successful) throw new Error(error); return data }',
    'const r = []',
    ...steps,
    `return ${plan.returns}`,
  ].join('\n')
  const { data } = await call(conversation, tools, 'SVC_REMOTE_WORKBENCH', { code: source })
  if (data['exit_code'] !== 0) throw new Error(`${plan.task}: ${JSON.stringify(data)}`)
  conversation.request(tools, done)
  return conversation.usage
}

const toCalls = (step: readonly PlannedCall[], results: readonly unknown[]): PlannedCall[] =>
  step.map(({ slug, arguments: given }) => ({
    slug,
    arguments: resolveArguments(given, results),
  }))

const call = async (
  conversation: Conversation,
  tools: readonly AgentTool[],
  slug: string,
  given: Record<string, unknown>,
) => {
  conversation.request(tools, [{ slug, arguments: given }])
  const answer = await run(pick(tools, slug), given)
  conversation.results([answer.text])
  return answer
}

const runMany = async (
  conversation: Conversation,
  tools: readonly AgentTool[],
  calls: readonly PlannedCall[],
): Promise<unknown[]> => {
  const { data } = await call(conversation, tools, 'SVC_MULTI_EXECUTE_TOOL', {
    tools: calls.map(({ slug, arguments: given }) => ({ tool_slug: slug, arguments: given })),
  })
  const results: unknown[] = Array.isArray(data['results']) ? data['results'] : []
  return results.map((result) => {
    if (isObject(result) && result['successful'] === true) return result['data']
    throw new Error(`A call failed: ${JSON.stringify(result)}`)
  })
}
