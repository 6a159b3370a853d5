import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openaiTools, runChat } from '../../adapters/openai/index.ts'
import { openNotes } from '../provider/open-notes.ts'
import { serve } from '../client/serve.ts'

const notes = openNotes()
const cutOff = { error: expect.stringContaining('was cut off, so OPEN_LIST_NOTES was not run') }

test('a call that an answer of Responses was cut off in is not made without its arguments', async () => {
  const session = await notes().plugboard.createSession('ada')
  const tools = await openaiTools(session, { tools: ['OPEN_LIST_NOTES'] })
  const call = { type: 'function_call', call_id: 'c1', name: 'OPEN_LIST_NOTES', arguments: '' }
  const run = async (status: string) => {
    const [item] = await tools.run({ output: [{ ...call, status }] } as never)
    return JSON.parse(String((item as { output?: unknown } | undefined)?.output)) as unknown
  }
  expect(await run('incomplete')).toEqual(cutOff)
  expect(notes().upstream.received).toEqual([])
  expect(await run('completed')).toMatchObject({ url: '/notes' })
})

test('neither is one of Chat Completions', async () => {
  const session = await notes().plugboard.createSession('ada')
  const tools = await openaiTools(session, { tools: ['OPEN_LIST_NOTES'] })
  const asked: unknown[][] = []
  await using model = await serve((app) =>
    app.post('*', async (context) => {
      const { messages } = await context.req.json<{ messages: unknown[] }>()
      asked.push(messages)
      const call = {
        id: 'c1',
        type: 'function',
        function: { name: 'OPEN_LIST_NOTES', arguments: '' },
      }
      return context.json({
        choices: [
          asked.length === 1
            ? { finish_reason: 'length', message: { role: 'assistant', tool_calls: [call] } }
            : { finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } },
        ],
      })
    }),
  )
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: model.url })
  const { text, messages } = await runChat(
    { openai, tools },
    { model: 'scripted', messages: [{ role: 'user', content: 'List the notes' }] },
  )
  expect(text).toBe('Done.')
  expect(JSON.parse(String(messages[1]?.content))).toEqual(cutOff)
  // The message goes back as it came.
  expect(messages[0]).not.toHaveProperty('tool_calls.0.status')
  expect(notes().upstream.received).toEqual([])
})
