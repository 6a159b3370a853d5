import type { GoogleGenAI } from '@google/genai'
import { generateText, type InferUITools, type UIMessage } from 'ai'
import type OpenAI from 'openai'
import type { StructuredToolInterface } from '@langchain/core/tools'
import {
  isTool,
  type AgentTool,
  type MadeCall,
  type Plugboard,
  type Session,
  type ToolArguments,
  type ToolOutcome,
  type ToolResult,
} from 'plugboard'
import { aiTools, aiToolsOnDemand, type AiToolSet } from 'plugboard/ai'
import { anthropicTools } from 'plugboard/anthropic'
import { defineCases } from 'plugboard/evals'
import { googleTools, googleToolsOnDemand } from 'plugboard/google'
import { langchainTools, langchainToolsOnDemand } from 'plugboard/langchain'
import { mastraTools, mastraToolsOnDemand, type CreateTool } from 'plugboard/mastra'
import {
  openaiAgentsTools,
  openaiTools,
  openaiToolsOnDemand,
  runChat,
  type OpenaiTools,
} from 'plugboard/openai'
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

const seeCreated = (made: MadeCall<'TRACKER_CREATE_ISSUE'>): void => {
  holds<Equal<typeof made.arguments, CreateArguments>>()
  if (made.result.error === null) holds<Equal<typeof made.result.data, { number: number }>>()
}

export const inOpenai = async (session: Session, openai: OpenAI): Promise<void> => {
  const tools = await openaiTools(session, {
    tools: ['TRACKER_CREATE_ISSUE', 'TRACKER_LIST_ISSUES', 'odd/slug'],
  })
  const [create, list, odd] = tools.chat
  holds<Equal<typeof create.function.name, 'TRACKER_CREATE_ISSUE' & string>>()
  holds<Equal<(typeof list)['function']['name'], 'TRACKER_LIST_ISSUES' & string>>()
  holds<Equal<typeof odd.function.name, 'odd_x2f_slug' & string>>()
  holds<Equal<(typeof tools.responses)[0]['name'], 'TRACKER_CREATE_ISSUE' & string>>()
  // @ts-expect-error three tools were named
  void tools.chat[3]
  const answer = await openai.chat.completions.create({
    model: 'x',
    messages: [],
    tools: tools.chat,
  })
  await tools.run(answer.choices[0]!.message, {
    onResult: (made) => {
      if (made.slug === 'TRACKER_CREATE_ISSUE') seeCreated(made)
      else if (made.slug === 'TRACKER_LIST_ISSUES') {
        holds<Equal<typeof made.arguments.state, 'open' | 'closed' | undefined>>()
        // @ts-expect-error no such argument
        void made.arguments.title
      }
      // @ts-expect-error no such tool
      void (made.slug === 'TRACKER_CLOSE_ISSUE')
    },
  })
  const request = { model: 'x', messages: [] }
  await runChat({ openai, tools }, request, {
    onResult: (made) => made.slug === 'TRACKER_CREATE_ISSUE' && seeCreated(made),
  })
  const every: OpenaiTools = tools
  void every

  const found = await openaiToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  await runChat({ openai, tools: found }, request, {
    onResult: (made) => {
      holds<Equal<typeof made.arguments, Record<string, unknown>>>()
      if (isTool(made, 'TRACKER_CREATE_ISSUE')) seeCreated(made)
    },
  })
}

export const inGoogle = async (session: Session, ai: GoogleGenAI): Promise<void> => {
  const tools = await googleTools(session, {
    tools: ['TRACKER_CREATE_ISSUE', 'TRACKER_LIST_ISSUES'],
    onResult: (made) => made.slug === 'TRACKER_CREATE_ISSUE' && seeCreated(made),
  })
  const { functionDeclarations } = await tools.tool()
  holds<Equal<(typeof functionDeclarations)[1]['name'], 'TRACKER_LIST_ISSUES' & string>>()
  await ai.models.generateContent({ model: 'x', contents: 'x', config: { tools: [tools] } })
  await tools.callTool([], {
    onResult: (made) => {
      // @ts-expect-error an argument of the other tool
      if (made.slug === 'TRACKER_LIST_ISSUES') void made.arguments.title
    },
  })
  const found = await googleToolsOnDemand(session, {
    onResult: (made) => isTool(made, 'TRACKER_CREATE_ISSUE') && seeCreated(made),
  })
  void found
  await anthropicTools(session, { tools: ['TRACKER_CREATE_ISSUE'], onResult: seeCreated })
  // @ts-expect-error calls of the other tool are given as well
  await anthropicTools(session, { tools: ['TRACKER_LIST_ISSUES'], onResult: seeCreated })
}

export const onDemand = async (
  session: Session,
  model: Parameters<typeof generateText>[0]['model'],
  createTool: CreateTool<{ id: string }>,
): Promise<void> => {
  const named = await aiToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISSUE'], maximum: 8 })
  holds<Equal<typeof named.tools, AiToolSet<readonly ['TRACKER_CREATE_ISSUE']>>>()
  const { toolCalls } = await generateText({ model, prompt: 'x', ...named })
  for (const call of toolCalls)
    if (!call.dynamic && call.toolName === 'TRACKER_CREATE_ISSUE')
      holds<Equal<typeof call.input, CreateArguments>>()
  const { tools } = await langchainToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const create = tools.at(-1)!
  void create
  holds<typeof tools extends [...unknown[], { name: 'TRACKER_CREATE_ISSUE' }] ? true : false>()
  const forMastra = await mastraToolsOnDemand(session, createTool, {
    tools: ['TRACKER_CREATE_ISSUE'],
  })
  holds<Equal<typeof forMastra.tools.TRACKER_CREATE_ISSUE, { id: string }>>()
  for (const tool of await session.tools({ search: 'create an issue' }))
    if (isTool(tool, 'TRACKER_CREATE_ISSUE')) {
      await tool.execute({ title: 'Broken door' })
      // @ts-expect-error a title is text
      await tool.execute({ title: 5 })
    }
}

export const cases = (): unknown => {
  // @ts-expect-error no such argument
  defineCases([{ id: 'a', input: 'x', expect: { calls: [create({ titel: 'Broken door' })] } }])
  // @ts-expect-error a title is text
  defineCases([{ id: 'b', input: 'x', expect: { calls: [create({ title: 5 })] } }])
  defineCases([
    {
      id: 'c',
      input: 'x',
      // @ts-expect-error no such state
      expect: { calls: [{ tool: 'TRACKER_LIST_ISSUES', arguments: { state: 'lost' } }] },
    },
  ])
  defineCases([
    {
      id: 'd',
      input: 'x',
      // @ts-expect-error an id is a number, also in a mock
      mocks: [{ tool: 'TRACKER_LIST_ISSUES', arguments: { assignee: { id: 'ada' } }, result: {} }],
      expect: {},
    },
  ])
  return defineCases([
    {
      id: 'e',
      tags: ['write'],
      user: { goal: 'Have an issue', facts: ['The door is broken'] },
      tools: ['TRACKER_CREATE_ISSUE', 'TRACKER_LIST_ISSUES'],
      mocks: [{ tool: 'TRACKER_LIST_ISSUES', arguments: { state: 'open' }, result: { items: [] } }],
      expect: {
        order: 'total',
        calls: [
          { tool: 'TRACKER_LIST_ISSUES', arguments: { state: { $oneOf: ['open', 'closed'] } } },
          { tool: 'TRACKER_LIST_ISSUES', arguments: { assignee: { id: { $any: true } } } },
          {
            tool: 'TRACKER_CREATE_ISSUE',
            arguments: { title: (title) => title !== '', labels: ['bug', { $pattern: 'door' }] },
          },
          { tool: 'TRACKER_CREATE_ISSUE', arguments: { labels: { $set: ['bug'] } } },
          { tool: { $pattern: 'ISSUE' } },
          { tool: 'OTHER', arguments: { anything: [1] } },
        ],
        forbidden: ['OTHER'],
        text: { $pattern: 'done' },
      },
    },
  ])
}

const create = <const Given>(given: Given) => ({
  tool: 'TRACKER_CREATE_ISSUE' as const,
  arguments: given as Given,
})

export const withFunction = (): unknown =>
  defineCases([
    {
      id: 'f',
      tags: ['write'],
      messages: [
        { role: 'assistant', content: '', calls: [{ id: 'a', tool: 'B', arguments: {} }] },
      ],
      user: { goal: 'Have an issue', facts: ['The door is broken'] },
      tools: { session: { userId: 'ada', config: { toolkits: ['tracker'] } } },
      mocks: [{ tool: 'TRACKER_LIST_ISSUES', result: { items: [] } }],
      expect: {
        state: { read: { tool: 'OTHER', arguments: {} }, expect: { $any: true } },
        calls: [
          { tool: 'TRACKER_CREATE_ISSUE', arguments: { title: (title) => title !== '' } },
          // @ts-expect-error no such argument
          { tool: 'TRACKER_CREATE_ISSUE', arguments: { titel: 'x' } },
        ],
      },
    },
  ])
