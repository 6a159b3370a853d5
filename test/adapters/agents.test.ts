import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { generateText, isStepCount, type ModelMessage } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { aiTools } from '../../adapters/ai/index.ts'
import { langchainTools } from '../../adapters/langchain/index.ts'
import { openaiTools } from '../../adapters/openai/index.ts'
import type { Session } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { createVisitor } from '../support/visit-connect-page.ts'
import { connected, nextTurn, task, type NextTurn, type Seen } from './scripted-agent.ts'
import { serveOpenai, type ModelRequest, type Turn } from './serve-openai.ts'
import { startTracker } from './start-tracker.ts'

/** An agent in some framework: answers what the user says, and remembers the conversation. */
type Agent = { tools: string[]; say: (words: string) => Promise<string>; called: () => string[] }

const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined }, outputTokens: { total: 1, text: 1, reasoning: undefined } }

const openAi = async (session: Session): Promise<Agent> => {
  const tools = await aiTools(session)
  const messages: ModelMessage[] = []
  const model = new MockLanguageModelV4({ doGenerate: async ({ prompt }) => toGenerated(nextTurn(readPrompt(prompt))) })
  return {
    tools: Object.keys(tools),
    called: () => readPrompt(model.doGenerateCalls.at(-1)?.prompt ?? []).results.map(({ name }) => name),
    say: async (words) => {
      messages.push({ role: 'user', content: words })
      const { text, response } = await generateText({ model, tools, messages, stopWhen: isStepCount(10) })
      messages.push(...response.messages)
      return text
    },
  }
}

const readPrompt = (prompt: LanguageModelV4CallOptions['prompt']): Seen => ({
  said: prompt.flatMap((message) => (message.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [])),
  results: prompt.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' && (part.output.type === 'json' || part.output.type === 'error-json') ? [{ name: part.toolName, output: part.output.value as Record<string, unknown> }] : []))
      : [],
  ),
})

let callCount = 0
const nextCallId = () => `call_${(callCount += 1)}`

const toGenerated = (turn: NextTurn): LanguageModelV4GenerateResult => ({
  content: 'text' in turn ? [{ type: 'text', text: turn.text }] : [{ type: 'tool-call', toolCallId: nextCallId(), toolName: turn.call.name, input: JSON.stringify(turn.call.arguments) }],
  finishReason: { unified: 'text' in turn ? 'stop' : 'tool-calls', raw: undefined },
  usage,
  warnings: [],
})

const openLangchain = async (session: Session): Promise<Agent> => {
  const tools = await langchainTools(session)
  const llm = Array.from({ length: 10 }).reduce<ReturnType<typeof fakeModel>>((model) => model.respond((messages) => toAiMessage(nextTurn(readMessages(messages)))), fakeModel())
  const agent = createReactAgent({ llm, tools, checkpointer: new MemorySaver() })
  let messages: BaseMessage[] = []
  return {
    tools: tools.map(({ name }) => name),
    called: () => readMessages(messages).results.map(({ name }) => name),
    say: async (words) => {
      ;({ messages } = await agent.invoke({ messages: [new HumanMessage(words)] }, { configurable: { thread_id: 'one' } }))
      return messages.at(-1)?.text ?? ''
    },
  }
}

const readMessages = (messages: BaseMessage[]): Seen => ({
  said: messages.filter((message) => HumanMessage.isInstance(message)).map(({ text }) => text),
  results: messages.filter((message) => ToolMessage.isInstance(message)).map(({ name = '', text }) => ({ name, output: JSON.parse(text) as Record<string, unknown> })),
})

const toAiMessage = (turn: NextTurn): AIMessage =>
  'text' in turn ? new AIMessage(turn.text) : new AIMessage({ content: '', tool_calls: [{ name: turn.call.name, args: turn.call.arguments, id: nextCallId(), type: 'tool_call' }] })

const openOpenai = async (session: Session, baseURL: string): Promise<Agent> => {
  const tools = await openaiTools(session)
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL })
  const messages: OpenAI.ChatCompletionMessageParam[] = []
  return {
    tools: tools.chat.map((tool) => tool.function.name),
    called: () => messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : [])).flatMap((call) => (call.type === 'function' ? [call.function.name] : [])),
    say: async (words) => {
      messages.push({ role: 'user', content: words })
      for (;;) {
        const message = (await openai.chat.completions.create({ model: 'scripted', messages, tools: tools.chat })).choices[0]!.message
        messages.push(message, ...(await tools.run(message)))
        if (!message.tool_calls?.length) return message.content ?? ''
      }
    },
  }
}

const answerRequest = ({ messages }: ModelRequest): Turn => {
  const names = messages.flatMap((message) => message.tool_calls ?? []).map((call) => call.function.name)
  const outputs = messages.filter(({ role }) => role === 'tool')
  const turn = nextTurn({
    said: messages.filter(({ role }) => role === 'user').map(({ content }) => content ?? ''),
    results: outputs.map(({ content }, index) => ({ name: names[index] ?? '', output: JSON.parse(content ?? '{}') as Record<string, unknown> })),
  })
  return 'text' in turn ? turn : { calls: [{ name: turn.call.name, arguments: JSON.stringify(turn.call.arguments) }] }
}

test.each(['the AI SDK', 'LangGraph', 'the OpenAI client'])('an agent in %s works through six steps with the meta tools alone', async (framework) => {
  verifies('toolkit.agents')
  const { plugboard, trackerApiKeys, issueTitles } = await startTracker()
  // Above what the other answers take, below a hundred issues.
  const session = await plugboard.createSession('bruno', { workbench: { auto_offload_threshold: 5000 } })
  await using server = await serveOpenai(...Array.from({ length: 10 }, () => answerRequest))
  const agent = framework === 'the AI SDK' ? await openAi(session) : framework === 'LangGraph' ? await openLangchain(session) : await openOpenai(session, `${server.url}/v1`)
  expect(agent.tools.every((name) => name.startsWith('SVC_'))).toBe(true)

  const asked = await agent.say(task)
  const link = /^Please open (http:\S+)$/.exec(asked)?.[1]
  expect(link).toContain('/connect/')
  expect(await issueTitles()).not.toContain('The lift is stuck')

  await createVisitor().connect(link ?? '', { generic_api_key: trackerApiKeys['bruno'] ?? '' })
  const before = await issueTitles()
  const answer = await agent.say(connected)

  expect(answer).toMatch(/^Made "The lift is stuck"\. WEB-9999: .*404.*\. The third newest is "(.+)"\.$/)
  const titles = await issueTitles()
  expect(titles).toEqual(['The lift is stuck', ...before])
  // The list was asked for beside the creation, which may have come first.
  expect([titles[2], before[2]].map((title) => `The third newest is "${title}".`).some((end) => answer.endsWith(end))).toBe(true)
  expect(agent.called()).toEqual(['SVC_SEARCH_TOOLS', 'SVC_MANAGE_CONNECTIONS', 'SVC_MULTI_EXECUTE_TOOL', 'SVC_READ_RESULT'])
})
