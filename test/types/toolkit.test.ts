import type { DynamicStructuredTool } from '@langchain/core/tools'
import type { ToolSet } from 'ai'
import type { ChatCompletionFunctionTool, ChatCompletionMessage, ChatCompletionToolMessageParam } from 'openai/resources/chat/completions'
import type { Response, ResponseInputItem } from 'openai/resources/responses/responses'
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { aiTools } from '../../adapters/ai/index.ts'
import type { langchainTools } from '../../adapters/langchain/index.ts'
import type { OpenaiTools } from '../../adapters/openai/index.ts'
import type { AgentTool, Client, Plugboard, PlugboardError, SearchAnswer, Session, SessionConfig, SessionToolkit, ToolResult } from '../../src/index.ts'

// The type checker is what fails here; running the file proves nothing more.

test('the client takes what the contract takes and gives the union of its successes', () => {
  type Create = Client['sessions']['create']
  expectTypeOf<Parameters<Create>[0]['body']['user_id']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<Create>>['session_id']>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<Create>>['config']>().toEqualTypeOf<SessionConfig>()

  expectTypeOf<Client['tools']['list']>().toBeCallableWith()
  expectTypeOf<Client['tools']['list']>().toBeCallableWith({ query: { toolkit_slug: ['github'], limit: 5 } }, { timeoutMs: 5 })
  expectTypeOf<Client['tools']['get']>().toBeCallableWith({ params: { tool_slug: 'GITHUB_ISSUES_CREATE' } })
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
  expectTypeOf<Plugboard['createSession']>().toBeCallableWith('ada', { toolkits: { enable: ['github'] }, tags: ['readOnlyHint'] }, { signal: AbortSignal.abort() })
  expectTypeOf<Plugboard['createSession']>().returns.resolves.toEqualTypeOf<Session>()
  expectTypeOf<Plugboard['useSession']>().returns.resolves.toEqualTypeOf<Session>()
  // @ts-expect-error no such hint
  expectTypeOf<Plugboard['createSession']>().toBeCallableWith('ada', { tags: ['writeOnlyHint'] })

  expectTypeOf<Session['tools']>().returns.resolves.toEqualTypeOf<AgentTool[]>()
  expectTypeOf<Session['search']>().toBeCallableWith(['create an issue', { use_case: 'close it', known_fields: 'number:5' }])
  expectTypeOf<Awaited<ReturnType<Session['search']>>>().toExtend<SearchAnswer & { tools: AgentTool[] }>()
  expectTypeOf<Session['execute']>().returns.resolves.toEqualTypeOf<ToolResult>()
  expectTypeOf<Awaited<ReturnType<Session['toolkits']>>['items']>().toEqualTypeOf<SessionToolkit[]>()
})

test('an agent tool says what it holds', () => {
  expectTypeOf<AgentTool['inputSchema']>().toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf<z.infer<AgentTool['zod']>>().toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf<AgentTool['annotations']['readOnlyHint']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<AgentTool['approval']>().toEqualTypeOf<'never' | 'required'>()
  expectTypeOf<AgentTool['execute']>().returns.resolves.toEqualTypeOf<ToolResult>()
  expectTypeOf<ToolResult['error']>().toEqualTypeOf<string | null>()
})

test('an error narrows by the slugs that are known and leaves room for others', () => {
  expectTypeOf<'not_found' | 'network' | 'something_new'>().toExtend<PlugboardError['slug']>()
  expectTypeOf<PlugboardError['status']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<PlugboardError>().toExtend<Error>()
})

test('each adapter gives what its framework takes', () => {
  expectTypeOf<typeof aiTools>().returns.resolves.toEqualTypeOf<ToolSet>()
  expectTypeOf<typeof langchainTools>().returns.resolves.toEqualTypeOf<DynamicStructuredTool[]>()
  expectTypeOf<OpenaiTools['chat']>().toEqualTypeOf<ChatCompletionFunctionTool[]>()

  const run = ((): OpenaiTools['run'] => async () => [])()
  expectTypeOf(run({} as ChatCompletionMessage)).resolves.toEqualTypeOf<ChatCompletionToolMessageParam[]>()
  expectTypeOf(run({ output: [] } as unknown as Response)).resolves.toEqualTypeOf<ResponseInputItem.FunctionCallOutput[]>()
})
