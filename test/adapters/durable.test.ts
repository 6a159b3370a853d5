import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { generateText, type ModelMessage } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, onTestFinished, test } from 'vitest'
import { aiToolApproval, aiTools } from '../../adapters/ai/index.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { createGraph } from './durable/graph.ts'
import { openStudio } from './open-studio.ts'

const studio = openStudio()
const titles = () => studio().upstream.received.map(({ body }) => JSON.parse(body).title)
const script = fileURLToPath(new URL('durable/run-graph.ts', import.meta.url))
const ids = ['call_7cdEJkPRHhs4uUcV0yOVGLRi', 'call_0']

const createFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkpoints-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'checkpoints')
}

// The second id only costs a second process: the next test tries it as well.
test.each(isThorough ? ids : ids.slice(0, 1))(
  'a LangGraph process that is killed after the side effect of %s and resumed makes it once',
  { timeout: 120_000 },
  async (callId) => {
    verifies('adapters.once.resumed')
    const { plugboard, service } = studio()
    const session = await plugboard.createSession('ada')
    const file = await createFile()
    const run = async (kill: string) => {
      const child = spawn(process.execPath, [script], {
        env: {
          PATH: process.env['PATH'] ?? '',
          PLUGBOARD_BASE_URL: service.url,
          PLUGBOARD_API_KEY: service.apiKey,
          SESSION: session.id,
          FILE: file,
          CALL_ID: callId,
          KILL: kill,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [shown, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return { shown, code, signal }
    }
    expect(await run('yes')).toEqual({ shown: '', code: null, signal: 'SIGKILL' })
    expect(titles()).toEqual(['once'])
    expect(await run('')).toEqual({ shown: '{"made":"once"}', code: 0, signal: null })
    expect(titles()).toEqual(['once'])
  },
)

test.each(ids)('a task of LangGraph that is retried makes %s once', async (callId) => {
  verifies('adapters.once.resumed')
  let failures = 2
  const graph = await createGraph(await studio().plugboard.createSession('ada'), {
    file: await createFile(),
    callId,
    afterCall: () => {
      failures -= 1
      if (failures >= 0) throw new Error('The task failed after its call')
    },
  })
  const thread = { configurable: { thread_id: 'chat 1' } }
  const { messages } = await graph.invoke({ messages: [] }, thread)
  expect(messages.at(-1)?.text).toBe('{"made":"once"}')
  expect(failures).toBe(-1)
  expect(titles()).toEqual(['once'])
})

test('a chat request that is sent again makes its approved call once', async () => {
  verifies('adapters.once.resumed')
  const session = await studio().plugboard.createSession('ada', {
    approvals: { tools: ['STUDIO_PRINT_POSTER'] },
  })
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  }
  const respond = async (messages: ModelMessage[]) => {
    const again = await studio().plugboard.useSession(session.id)
    const tools = await aiTools(again, { tools: ['STUDIO_PRINT_POSTER'], conversation: 'chat 1' })
    const isAsked = messages.length > 1
    return generateText({
      model: new MockLanguageModelV4({
        doGenerate: {
          content: isAsked
            ? [{ type: 'text', text: 'Done.' }]
            : [
                {
                  type: 'tool-call',
                  toolCallId: 'call_0',
                  toolName: 'STUDIO_PRINT_POSTER',
                  input: '{"title":"approved"}',
                },
              ],
          finishReason: { unified: isAsked ? 'stop' : 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        },
      }),
      tools,
      toolApproval: aiToolApproval(tools),
      messages,
    })
  }
  const messages: ModelMessage[] = [{ role: 'user', content: 'Print it' }]
  const asked = await respond(messages)
  const request = asked.content.find((part) => part.type === 'tool-approval-request')
  messages.push(...asked.responseMessages, {
    role: 'tool',
    content: [
      {
        type: 'tool-approval-response',
        approvalId: request?.approvalId ?? '',
        approved: true,
      },
    ],
  })
  const answers = [await respond(messages), await respond(messages)]
  expect(answers.map((answer) => answer.text)).toEqual(['Done.', 'Done.'])
  expect(JSON.stringify(answers[1]?.responseMessages)).toContain('{"made":"approved"}')
  expect(titles()).toEqual(['approved'])
})
