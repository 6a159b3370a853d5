import { generateText, type InferUITools, type UIMessage } from 'ai'
import type { StructuredToolInterface } from '@langchain/core/tools'
import type {
  Plugboard,
  AgentTool,
  Session,
  ToolArguments,
  ToolOutcome,
  ToolResult,
} from 'plugboard'
import { aiTools, type AiToolSet } from 'plugboard/ai'
import { anthropicTools } from 'plugboard/anthropic'
import { langchainTools } from 'plugboard/langchain'
import { mastraTools, type CreateTool } from 'plugboard/mastra'
import { openaiAgentsTools } from 'plugboard/openai'
import { z } from 'zod'

// The compiler is the test: an unused @ts-expect-error is an error as well.

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
const holds = <_Claim extends true>(): void => undefined

type CreateArguments = { title: string; labels?: string[] }

export const execute = async (session: Session): Promise<void> => {
  const { data, error } = await session.execute('TRACKER_CREATE_ISSUE', { title: 'Broken door' })
  if (error === null) holds<Equal<typeof data, { number: number }>>()
  // @ts-expect-error the title is required
  await session.execute('TRACKER_CREATE_ISSUE', {})
  // @ts-expect-error no such argument
  await session.execute('TRACKER_LIST_ISSUES', { labels: [] })
}

export const agentTools = async (session: Session): Promise<void> => {
  const [create, list] = await session.tools({
    tools: ['TRACKER_CREATE_ISSUE', 'TRACKER_LIST_ISSUES'],
  })
  holds<Equal<typeof create, AgentTool<'TRACKER_CREATE_ISSUE'>>>()
  holds<Equal<typeof create.name, 'TRACKER_CREATE_ISSUE'>>()
  holds<Equal<z.infer<typeof create.zod>, CreateArguments>>()
  holds<Equal<typeof create.inputExamples, CreateArguments[]>>()
  const result = await create.execute({ title: 'Broken door' })
  holds<Equal<typeof result, ToolOutcome<'TRACKER_CREATE_ISSUE'>>>()
  const selected = await create.execute({ title: 'Broken door' }, { select: ['/number'] })
  holds<Equal<typeof selected, ToolResult>>()
  const checked = create.validate({})
  if (checked.success) holds<Equal<typeof checked.value, CreateArguments>>()
  const form = create.zodObject.pick({ title: true }).extend({ dryRun: z.boolean() })
  holds<Equal<z.infer<typeof form>, { title: string; dryRun: boolean }>>()
  // @ts-expect-error a title is text
  await create.execute({ title: 5 })
  // @ts-expect-error no such property
  create.zodObject.pick({ body: true })
  // @ts-expect-error two tools were named
  void list.execute.third
  const every: AgentTool[] = [create, list]
  const slugs: ('TRACKER_CREATE_ISSUE' | 'TRACKER_LIST_ISSUES')[] = ['TRACKER_CREATE_ISSUE']
  for (const tool of await session.tools({ tools: slugs }))
    if (tool.slug === 'TRACKER_CREATE_ISSUE')
      holds<Equal<typeof tool, AgentTool<'TRACKER_CREATE_ISSUE'>>>()
  holds<Equal<Awaited<ReturnType<typeof found>>, AgentTool[]>>()
  void every
}

const found = (session: Session) => session.tools({ search: 'create an issue' })
export const inFamily = (session: Session): Promise<AgentTool[]> =>
  session.tools({ tools: ['TRACKER_CREATE_ISSUE'], profile: 'openai-strict' })

export const hooks = (plugboard: Plugboard): Promise<Session> =>
  plugboard.createSession('ada', {
    beforeExecute: {
      TRACKER_CREATE_ISSUE: ({ slug, arguments: given }) => {
        holds<Equal<typeof slug, 'TRACKER_CREATE_ISSUE'>>()
        holds<Equal<typeof given, CreateArguments>>()
        return { arguments: { ...given, labels: ['agent'] } }
      },
      // @ts-expect-error the arguments have no such property
      TRACKER_LIST_ISSUES: () => ({ arguments: { state: 'lost' } }),
    },
    afterExecute: {
      TRACKER_CREATE_ISSUE: ({ result }) => {
        if (result.error === null) holds<Equal<typeof result.data, { number: number }>>()
        return { data: { number: 5 } }
      },
    },
    modifySchema: ({ slug }) =>
      slug === 'TRACKER_CREATE_ISSUE' ? { description: 'A' } : undefined,
  })

export const inAi = async (
  session: Session,
  model: Parameters<typeof generateText>[0]['model'],
): Promise<void> => {
  const tools = await aiTools(session, {
    tools: ['TRACKER_CREATE_ISSUE', 'odd/slug'],
    conversation: 'chat_1',
  })
  holds<Equal<keyof typeof tools, 'TRACKER_CREATE_ISSUE' | 'odd_x2f_slug'>>()
  type Parts = UIMessage<unknown, never, InferUITools<typeof tools>>['parts'][number]
  type Created = Extract<Parts, { type: 'tool-TRACKER_CREATE_ISSUE'; state: 'output-available' }>
  holds<Equal<Created['input'], CreateArguments>>()
  holds<Equal<Created['output'], ToolOutcome<'TRACKER_CREATE_ISSUE'>>>()
  // @ts-expect-error no such tool, so no such part
  holds<Extract<Parts, { type: 'tool-TRACKER_CLOSE_ISSUE' }>['type'] extends never ? false : true>()

  const { toolCalls, toolResults } = await generateText({ model, tools, prompt: 'x' })
  for (const call of toolCalls)
    if (!call.dynamic && call.toolName === 'TRACKER_CREATE_ISSUE') {
      holds<Equal<typeof call.input, CreateArguments>>()
      // @ts-expect-error no such argument
      void call.input.body
    }
  for (const result of toolResults)
    if (!result.dynamic && result.toolName === 'TRACKER_CREATE_ISSUE')
      holds<Equal<typeof result.input, CreateArguments>>()
}

export type Names = AiToolSet<['TRACKER_LIST_ISSUES']>

export const inLangchain = async (session: Session): Promise<void> => {
  const tools = await langchainTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const [create] = tools
  await create.invoke({ title: 'Broken door' })
  holds<Equal<typeof create.name, 'TRACKER_CREATE_ISSUE' & string>>()
  // @ts-expect-error a title is text
  await create.invoke({ title: 5 })
  const forAgents: StructuredToolInterface[] = tools
  void forAgents
}

export const inOthers = async (
  session: Session,
  createTool: CreateTool<{ id: string }>,
): Promise<void> => {
  const [forAnthropic] = await anthropicTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  holds<Equal<typeof forAnthropic.name, 'TRACKER_CREATE_ISSUE'>>()
  const [forAgents] = await openaiAgentsTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  holds<Equal<typeof forAgents.name, 'TRACKER_CREATE_ISSUE'>>()
  const forMastra = await mastraTools(session, createTool, { tools: ['TRACKER_CREATE_ISSUE'] })
  holds<Equal<keyof typeof forMastra, 'TRACKER_CREATE_ISSUE'>>()
}

export const unknownSlugs = async (session: Session): Promise<ToolArguments<'OTHER'>> => {
  const [other] = await session.tools({ tools: ['OTHER'] })
  const { data } = await other.execute({ anything: 1 })
  return data
}
