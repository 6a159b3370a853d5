import type Anthropic from '@anthropic-ai/sdk'
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import type { CallableTool, GoogleGenAI } from '@google/genai'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import type { interrupt } from '@langchain/langgraph'
import type { generateText, streamText, toolSearch, ToolSet } from 'ai'
import type { createAgent, humanInTheLoopMiddleware } from 'langchain'
import type OpenAI from 'openai'
import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions'
import type { Response, ResponseInputItem } from 'openai/resources/responses/responses'
import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import type { tool as agentsTool } from '@openai/agents'
import type {
  aiToolApproval,
  aiTools,
  aiToolSearch,
  AiToolsOnDemand,
  AiToolsOptions,
} from '../../adapters/ai/index.ts'
import type { anthropicTools, anthropicToolsOnDemand } from '../../adapters/anthropic/index.ts'
import type { googleTools, googleToolsOnDemand } from '../../adapters/google/index.ts'
import type {
  langchainInterruptOn,
  langchainTools,
  LangchainToolsOnDemand,
  LangchainToolsOptions,
} from '../../adapters/langchain/index.ts'
import type {
  OpenaiAgentsTool,
  OpenaiTools,
  OpenaiToolsOnDemand,
  runChat,
  runResponses,
} from '../../adapters/openai/index.ts'
import {
  customTool,
  type AgentTool,
  type Approval,
  type ApprovalTicket,
  type Client,
  type ConnectedAccount,
  type ConnectionRequest,
  type CustomTool,
  type CustomToolAccount,
  type CustomToolContext,
  type Hooks,
  type ModelCall,
  type Plugboard,
  type PlugboardError,
  type PlugboardOptions,
  type ResultSelection,
  type SearchResponse,
  type Select,
  type Session,
  type SessionConfig,
  type SessionOptions,
  type FileReference,
  type ToolStore,
  type SessionToolkit,
  type ToolResult,
  type UploadedFile,
} from '../../src/index.ts'

// The type checker is what fails here; running the file proves nothing more.

test('the client takes what the contract takes and gives the union of its successes', () => {
  type Create = Client['sessions']['create']
  expectTypeOf<Parameters<Create>[0]['body']['user_id']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<Create>>['session_id']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<Create>>['config']>().toEqualTypeOf<SessionConfig>()

  expectTypeOf<Client['tools']['list']>().toBeCallableWith()
  expectTypeOf<Client['tools']['list']>().toBeCallableWith(
    { query: { toolkit_slug: ['github'], limit: 5 } },
    { timeoutMs: 5 },
  )
  expectTypeOf<Client['tools']['get']>().toBeCallableWith({
    params: { tool_slug: 'GITHUB_ISSUES_CREATE' },
  })
  expectTypeOf<Parameters<Client['tools']['get']>[0]>().not.toBeAny()
  expectTypeOf<Client['description']['openapi']>().toBeCallableWith()

  // @ts-expect-error the parameter is required
  expectTypeOf<Client['tools']['get']>().toBeCallableWith()
  // @ts-expect-error an unknown field of a query
  expectTypeOf<Client['tools']['list']>().toBeCallableWith({ query: { toolkit: 'github' } })
  // @ts-expect-error an unknown resource
  expectTypeOf<Client['nothing']>().toBeAny()
})

test('sessions are made, continued and used with types', () => {
  expectTypeOf<Plugboard['createSession']>().toBeCallableWith('ada')
  expectTypeOf<Plugboard['createSession']>().toBeCallableWith(
    'ada',
    { toolkits: { enable: ['github'] }, tags: ['readOnlyHint'] },
    { signal: AbortSignal.abort() },
  )
  expectTypeOf<Plugboard['createSession']>().returns.resolves.toEqualTypeOf<Session>()
  expectTypeOf<Plugboard['useSession']>().returns.resolves.toEqualTypeOf<Session>()
  // @ts-expect-error no such hint
  expectTypeOf<Plugboard['createSession']>().toBeCallableWith('ada', { tags: ['writeOnlyHint'] })

  expectTypeOf<Session['update']>().toBeCallableWith(
    { toolkits: ['github'], tags: null, if_config_version: 1 },
    { timeoutMs: 5 },
  )
  expectTypeOf<Session['update']>().returns.resolves.toBeVoid()
  expectTypeOf<Session['configVersion']>().toEqualTypeOf<number>()
  // @ts-expect-error the user of a session stays
  expectTypeOf<Session['update']>().toBeCallableWith({ user_id: 'bob' })

  const found = (session: Session) => session.tools({ search: 'create an issue' })
  expectTypeOf(found).returns.resolves.toEqualTypeOf<AgentTool[]>()
  expectTypeOf<Session['search']>().toBeCallableWith([
    'create an issue',
    { use_case: 'close it', known_fields: 'number:5' },
  ])
  expectTypeOf<Awaited<ReturnType<Session['search']>>>().toExtend<
    SearchResponse & { tools: AgentTool[] }
  >()
  expectTypeOf<Session['execute']>().returns.resolves.toEqualTypeOf<ToolResult>()
  const select = (session: Session, select: Select) =>
    session.execute('GITHUB_ISSUES_LIST', { state: 'open' }, { select, all: true })
  expectTypeOf(select).returns.resolves.toEqualTypeOf<ToolResult>()
  expectTypeOf<ToolResult['selection']>().toEqualTypeOf<ResultSelection | undefined>()
  expectTypeOf<Session['tools']>().toBeCallableWith({ search: 'list issues', select: true })
  expectTypeOf<AgentTool['execute']>().toBeCallableWith({}, { select: ['/items/0/id'] })
  // @ts-expect-error an expression or a list of pointers
  expectTypeOf<AgentTool['execute']>().toBeCallableWith({}, { select: { id: true } })
  expectTypeOf<Awaited<ReturnType<Session['toolkits']>>['items']>().toEqualTypeOf<
    SessionToolkit[]
  >()
})

test('files are uploaded with types, and are arguments of tools', () => {
  expectTypeOf<Plugboard['files']['upload']>().toBeCallableWith(new Blob(['x']))
  expectTypeOf<Plugboard['files']['upload']>().toBeCallableWith(new Uint8Array(1), {
    name: 'a.txt',
    mimetype: 'text/plain',
    timeoutMs: 5,
  })
  expectTypeOf<Plugboard['files']['upload']>().returns.resolves.toEqualTypeOf<UploadedFile>()
  expectTypeOf<Client['files']['upload']>().toBeCallableWith({
    content: new Blob(['x']),
    query: { filename: 'a.txt' },
  })
  // @ts-expect-error a path is no content
  expectTypeOf<Plugboard['files']['upload']>().toBeCallableWith('report.pdf')
  // @ts-expect-error an upload needs its content
  expectTypeOf<Client['files']['upload']>().toBeCallableWith({})
})

test('an agent tool says what it holds', () => {
  expectTypeOf<AgentTool['inputSchema']>().toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf<z.infer<AgentTool['zod']>>().toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf<AgentTool['annotations']['readOnlyHint']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<AgentTool['approval']>().toEqualTypeOf<'never' | 'required'>()
  expectTypeOf<AgentTool['execute']>().returns.resolves.toEqualTypeOf<ToolResult>()
  expectTypeOf<AgentTool['forModel']>().toBeCallableWith('openai-strict')
  // @ts-expect-error no such family
  expectTypeOf<AgentTool['forModel']>().toBeCallableWith('openai-5')
  expectTypeOf<ToolResult['error']>().toEqualTypeOf<string | null>()
})

test('a call is named where it is executed, and its conversation where tools are made', () => {
  type Execute = NonNullable<Parameters<AgentTool['execute']>[1]>
  expectTypeOf<Execute['call']>().toEqualTypeOf<ModelCall | undefined>()
  expectTypeOf<{ id: 'call_1' }>().toExtend<ModelCall>()
  expectTypeOf<Execute['cancelSignal']>().toEqualTypeOf<AbortSignal | undefined>()
  expectTypeOf<{ conversation: string }>().toExtend<AiToolsOptions>()
  expectTypeOf<{
    conversation: (call: { toolCallId: string }) => string
  }>().toExtend<AiToolsOptions>()
  expectTypeOf<{
    conversation: (config: { configurable?: Record<string, unknown> }) => string
  }>().toExtend<LangchainToolsOptions>()
  expectTypeOf<{ conversation: string }>().toExtend<
    NonNullable<Parameters<OpenaiTools['run']>[1]>
  >()
  expectTypeOf<CustomToolContext['idempotencyKey']>().toEqualTypeOf<string | undefined>()
})

test('a custom tool is typed by its input, whatever says it', () => {
  const four = customTool({
    slug: 'a',
    description: 'A',
    input: z.object({ count: z.number().default(1), at: z.string().transform(Number) }),
    execute: (given, { session, signal, connectedAccount }) => {
      expectTypeOf(given).toEqualTypeOf<{ count: number; at: number }>()
      expectTypeOf(session).toEqualTypeOf<Session>()
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      expectTypeOf(connectedAccount).toEqualTypeOf<CustomToolAccount | undefined>()
    },
  })
  customTool({
    slug: 'b',
    description: 'B',
    input: z3.object({ words: z3.string().optional() }),
    execute: (given) => expectTypeOf(given).toEqualTypeOf<{ words?: string | undefined }>(),
  })
  customTool({
    slug: 'c',
    description: 'C',
    input: { type: 'object', properties: {} },
    execute: (given) => expectTypeOf(given).toEqualTypeOf<Record<string, unknown>>(),
  })
  customTool({
    slug: 'f',
    description: 'F',
    input: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, days: { enum: [1, 7] } },
    },
    execute: (given) => expectTypeOf(given).branded.toEqualTypeOf<{ city: string; days?: 1 | 7 }>(),
  })
  customTool({
    slug: 'g',
    description: 'G',
    input: { type: 'object', properties: { city: { type: 'string' } } },
    // @ts-expect-error a city is text
    execute: ({ city }) => city?.toFixed(),
  })
  const wide = { type: 'object', properties: { city: { type: 'string' } } }
  customTool({
    slug: 'h',
    description: 'H',
    input: wide,
    execute: (given) => expectTypeOf(given).toEqualTypeOf<Record<string, unknown>>(),
  })
  customTool({
    slug: 'e',
    description: 'E',
    input: { '~standard': z.object({ at: z.string().transform(Number) })['~standard'] },
    execute: (given) => expectTypeOf(given).toEqualTypeOf<{ at: number }>(),
  })
  expectTypeOf(four).toEqualTypeOf<CustomTool>()
  // @ts-expect-error text is no schema
  customTool({ slug: 'd', description: 'D', input: 'text', execute: () => 1 })

  expectTypeOf<Plugboard['createSession']>().toBeCallableWith('ada', {
    customTools: [four],
    customToolkits: [{ slug: 'k', name: 'K', description: 'K', tools: [four] }],
    toolkits: ['github'],
  })
  expectTypeOf<Plugboard['useSession']>().toBeCallableWith('trs_1', {
    customTools: [four],
    signal: AbortSignal.abort(),
  })
})

test('hooks, connections and approvals say what they take and give', () => {
  const hooks: Hooks = {
    beforeExecute: ({ slug, arguments: given }) =>
      slug === 'A'
        ? { arguments: { ...given } }
        : slug === 'B'
          ? { result: { data: {} } }
          : undefined,
    afterExecute: async ({ result }) => ({ data: { logId: result.logId } }),
    modifySchema: ({ inputSchema }) => ({ inputSchema }),
  }
  expectTypeOf(hooks).toExtend<SessionOptions & PlugboardOptions>()
  const bySlug: Hooks = {
    beforeExecute: { A: ({ slug }) => (slug === '' ? { result: { data: {} } } : undefined) },
    afterExecute: { A: ({ result }) => ({ error: result.error }) },
    modifySchema: { A: () => ({ description: 'A' }) },
  }
  expectTypeOf(bySlug).toExtend<SessionOptions & PlugboardOptions>()
  // @ts-expect-error a schema is changed at once, not later
  expectTypeOf<{ modifySchema: () => Promise<{ description: string }> }>().toExtend<Hooks>()

  expectTypeOf<Session['authorize']>().returns.resolves.toEqualTypeOf<ConnectionRequest>()
  expectTypeOf<Session['confirmConnection']>()
    .parameter(0)
    .toEqualTypeOf<
      | string
      | URL
      | { readonly url?: string | undefined }
      | { connectedAccountId: string; code: string }
    >()
  expectTypeOf<Session['confirmConnection']>().returns.resolves.toEqualTypeOf<ConnectedAccount>()
  expectTypeOf<ConnectionRequest['confirmation']>().toEqualTypeOf<'callback' | 'code' | null>()
  expectTypeOf<
    ConnectionRequest['waitForConnection']
  >().returns.resolves.toEqualTypeOf<ConnectedAccount>()
  expectTypeOf<ConnectedAccount['status']>().toExtend<string>()
  expectTypeOf<Session['ensureConnected']>().toBeCallableWith(['github'], {
    callbackUrl: 'https://app.example.com',
  })
  expectTypeOf<Session['approvals']['createTicket']>().toBeCallableWith('apr_1', {
    userId: 'ada',
    expiresInSeconds: 60,
  })
  expectTypeOf<
    Session['approvals']['createTicket']
  >().returns.resolves.toEqualTypeOf<ApprovalTicket>()
  expectTypeOf<Session['approvals']['approve']>().returns.resolves.toEqualTypeOf<Approval>()
  expectTypeOf<Session['execute']>().toBeCallableWith(
    'A',
    {},
    { account: 'ca_1', approved: true, timeoutMs: 5 },
  )
})

test('an error narrows by the slugs that are known and leaves room for others', () => {
  expectTypeOf<'not_found' | 'network' | 'something_new'>().toExtend<PlugboardError['slug']>()
  expectTypeOf<PlugboardError['status']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<PlugboardError>().toExtend<Error>()
})

test('each adapter gives what its framework takes', () => {
  const inAi = (make: typeof aiTools, session: Session) => make(session, { search: 'a' })
  expectTypeOf(inAi).returns.resolves.toEqualTypeOf<ToolSet>()
  expectTypeOf<ReturnType<typeof aiToolApproval>>().toExtend<
    NonNullable<Parameters<typeof generateText<ToolSet>>[0]['toolApproval']>
  >()
  expectTypeOf<typeof langchainTools>().toBeCallableWith({} as Session, {
    search: 'a',
    interrupt: {} as typeof interrupt,
  })
  const inLangchain = (make: typeof langchainTools, session: Session) => make(session)
  expectTypeOf(inLangchain).returns.resolves.toEqualTypeOf<DynamicStructuredTool[]>()
  expectTypeOf<OpenaiTools['chat']>().toExtend<ChatCompletionFunctionTool[]>()

  expectTypeOf<AiToolsOnDemand>().toExtend<
    Pick<Parameters<typeof generateText<ToolSet>>[0], 'tools' | 'prepareStep' | 'toolApproval'>
  >()
  expectTypeOf<AiToolsOnDemand>().toExtend<
    Pick<Parameters<typeof streamText<ToolSet>>[0], 'tools' | 'prepareStep' | 'toolApproval'>
  >()
  expectTypeOf((make: typeof createAgent, given: LangchainToolsOnDemand) =>
    make({ model: 'openai:gpt-5', ...given }),
  ).returns.toHaveProperty('invoke')
  expectTypeOf<LangchainToolsOnDemand['toolsFor']>().returns.resolves.toEqualTypeOf<
    DynamicStructuredTool[]
  >()
  expectTypeOf<typeof runChat>().toBeCallableWith(
    { openai: {} as OpenAI, tools: {} as OpenaiToolsOnDemand },
    { model: 'gpt-5', messages: [] },
  )
  expectTypeOf<typeof runResponses>().toBeCallableWith(
    { openai: {} as OpenAI, tools: {} as OpenaiToolsOnDemand },
    { model: 'gpt-5', input: 'Hello' },
  )
  expectTypeOf<OpenaiToolsOnDemand['toolsFor']>().toBeCallableWith([
    { role: 'user', content: 'Hello' },
    { type: 'function_call', call_id: 'a', name: 'A', arguments: '{}' },
  ])
  expectTypeOf<ReturnType<typeof aiToolSearch>>().toExtend<
    NonNullable<NonNullable<Parameters<typeof toolSearch>[0]>['search']>
  >()
  expectTypeOf((tool: typeof agentsTool, given: OpenaiAgentsTool) =>
    tool(given),
  ).returns.toHaveProperty('invoke')
  expectTypeOf<typeof runChat>().toBeCallableWith(
    { openai: {} as OpenAI, tools: {} as OpenaiTools },
    { model: 'gpt-5', messages: [] },
    { onEvent: (chunk) => chunk.choices },
  )
  expectTypeOf<typeof runResponses>().toBeCallableWith(
    { openai: {} as OpenAI, tools: {} as OpenaiTools },
    { model: 'gpt-5', input: 'Hello' },
    { onEvent: (event) => event.type },
  )

  const run = ((): OpenaiTools['run'] => async () => [])()
  expectTypeOf(run({} as ChatCompletionMessage)).resolves.toEqualTypeOf<
    ChatCompletionToolMessageParam[]
  >()
  expectTypeOf(run({ output: [] } as unknown as Response)).resolves.toEqualTypeOf<
    ResponseInputItem.FunctionCallOutput[]
  >()
})

test('the tools of Anthropic and Google fit their clients', () => {
  expectTypeOf<ReturnType<typeof anthropicTools>>().resolves.toExtend<BetaRunnableTool[]>()
  const run = (client: Anthropic, tools: Awaited<ReturnType<typeof anthropicToolsOnDemand>>) =>
    client.beta.messages.toolRunner({ model: 'm', max_tokens: 1, messages: [], tools })
  expectTypeOf(run).returns.not.toBeAny()
  const create = (client: Anthropic, tools: Awaited<ReturnType<typeof anthropicTools>>) =>
    client.beta.messages.create({ model: 'm', max_tokens: 1, messages: [], tools })
  expectTypeOf(create).returns.not.toBeAny()
  expectTypeOf<typeof anthropicTools>().toBeCallableWith({} as Session, {
    conversation: ({ toolUse }) => toolUse.id,
    approve: ({ name }) => name === 'x',
  })
  // @ts-expect-error no such option
  expectTypeOf<typeof anthropicTools>().toBeCallableWith({} as Session, { needsApproval: true })

  expectTypeOf<ReturnType<typeof googleTools>>().resolves.toExtend<CallableTool>()
  const generate = async (
    ai: GoogleGenAI,
    { toolsFor }: Awaited<ReturnType<typeof googleToolsOnDemand>>,
  ) =>
    ai.models.generateContent({
      model: 'm',
      contents: 'x',
      config: { tools: [await toolsFor([])] },
    })
  expectTypeOf(generate).returns.resolves.toHaveProperty('text')
  // @ts-expect-error the SDK gives no signal
  expectTypeOf<typeof googleTools>().toBeCallableWith({} as Session, { signal: 5 })
})

test("LangChain's human-in-the-loop middleware takes what is made for it", () => {
  const make = (
    middleware: typeof humanInTheLoopMiddleware,
    interruptOn: ReturnType<typeof langchainInterruptOn>,
  ) => middleware({ interruptOn })
  expectTypeOf(make).returns.not.toBeAny()
  expectTypeOf<typeof langchainInterruptOn>().toBeCallableWith([] as DynamicStructuredTool[])
  // @ts-expect-error names are no tools
  expectTypeOf<typeof langchainInterruptOn>().toBeCallableWith(['GITHUB_ISSUES_CREATE'])
})

test('definitions are cached in a store with the methods of a Map, or not at all', () => {
  expectTypeOf<Map<string, string>>().toExtend<ToolStore>()
  expectTypeOf<{
    get: (key: string) => Promise<string | null>
    set: (key: string, value: string) => Promise<'OK'>
  }>().toExtend<ToolStore>()
  expectTypeOf<{ toolCache: false }>().toExtend<PlugboardOptions>()
  expectTypeOf<{
    toolCache: { store: ToolStore; maximumAgeMs: number }
  }>().toExtend<PlugboardOptions>()
  expectTypeOf<{ toolCache: true }>().not.toExtend<PlugboardOptions>()
  expectTypeOf<{ preload: ['GITHUB_ISSUES_CREATE'] }>().toExtend<SessionOptions>()
  expectTypeOf<{ preload: 'GITHUB_ISSUES_CREATE' }>().not.toExtend<SessionOptions>()
  expectTypeOf<FileReference>().toExtend<{ url: string; content_type: string; size: number }>()
})
