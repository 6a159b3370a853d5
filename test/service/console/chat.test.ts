import { expect, it } from 'vitest'
import { readConfig } from '../../../src/service/index.ts'
import { missingPackages } from '../../../src/service/console/chat/load-sdk.ts'
import { verifies } from '../../requirements.ts'
import { signIn } from '../../support/sign-in-to-console.ts'
import { startChatModel } from '../../support/start-chat-model.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const tool = {
  slug: 'NOTES.CREATE',
  description: 'Creates a note',
  input_schema: {
    type: 'object',
    properties: { 'due date': { type: 'string' } },
    required: ['due date'],
  },
}

const say = async (service: TestService, body: unknown, headers?: Record<string, string>) =>
  service.request('POST', '/console/chat', { body, headers: headers ?? (await signIn(service)) })

const hello = { messages: [{ role: 'user', content: 'Hello' }], tools: [tool] }

it('asks the model for one step, with the key of the service, and calls nothing', async () => {
  verifies('console.chat')
  const model = await startChatModel(({ tools: [first] }) => ({
    tool: first?.function.name ?? '',
    arguments: { 'due date': 'today' },
  }))
  const service = await startService({ chat: model.settings })
  const headers = await signIn(service)
  const found = await service.request('GET', '/console/chat', { headers })
  expect(found.body).toEqual({ model: 'openai/chatty', install: null })

  const { status, body } = await say(service, hello, headers)
  expect(status).toBe(200)
  expect(body.calls).toEqual([
    {
      id: 'call_1',
      name: 'NOTES_x2e_CREATE',
      slug: 'NOTES.CREATE',
      arguments: { 'due date': 'today' },
    },
  ])
  expect(body.usage).toEqual({ input_tokens: 100, output_tokens: 20 })
  expect(JSON.stringify(body)).not.toContain('key-of-the-operator')
  expect(model.requests[0]).toMatchObject({
    model: 'chatty',
    authorization: 'Bearer key-of-the-operator',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  // The conversation goes on with what was appended.
  const result = {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_1',
        toolName: 'NOTES_x2e_CREATE',
        output: { type: 'json', value: { data: { id: 7 }, error: null } },
      },
    ],
  }
  await say(service, { ...hello, messages: [...hello.messages, ...body.messages, result] }, headers)
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
})

it('says why the model gave no answer, without its words', async () => {
  verifies('console.chat')
  const model = await startChatModel(() => 401)
  const service = await startService({ chat: model.settings })
  const { status, body } = await say(service, hello)
  expect(status).toBe(502)
  expect(body.error.message).toMatch(/^The model at 127\.0\.0\.1:\d+ answered with status 401$/)
  expect(body.error.suggested_fix).toBe('Check PLUGBOARD_CHAT_KEY')
  expect(JSON.stringify(body)).not.toContain('sk-secret')
})

it('answers people of the operator only, and refuses what is no step', async () => {
  verifies('console.chat')
  const model = await startChatModel(() => ({ text: 'Hello' }))
  const service = await startService({ chat: model.settings })
  const headers = await signIn(service)
  expect((await say(service, hello, { 'x-api-key': service.apiKey })).status).toBe(401)
  expect((await say(service, hello, { ...headers, 'x-plugboard-csrf': 'x' })).status).toBe(401)
  expect((await say(service, { messages: [], tools: [] }, headers)).status).toBe(400)
  expect(model.requests).toEqual([])
  const without = await startService()
  const { status, body } = await say(without, hello)
  expect([status, body.error.suggested_fix]).toEqual([
    422,
    'Set PLUGBOARD_CHAT_MODEL and PLUGBOARD_CHAT_KEY for the service',
  ])
})

it('names what has to be installed first', () => {
  verifies('console.chat')
  const settings = { provider: 'google', model: 'gemini-3', key: 'k', url: undefined } as const
  expect(missingPackages(settings, (name) => `file:///${name}`)).toBeUndefined()
  for (const absent of ['ai', '@ai-sdk/google'])
    expect(missingPackages(settings, (name) => (name === absent ? undefined : 'file:///x'))).toBe(
      'npm install ai @ai-sdk/google',
    )
})

it('reads which model from the settings, and says what is wrong with them', () => {
  verifies('console.chat')
  const read = (variables: Record<string, string>) =>
    readConfig({ PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32).toString('base64')}`, ...variables })
      .chat
  expect(read({})).toBeUndefined()
  expect(
    read({ PLUGBOARD_CHAT_MODEL: 'anthropic/claude-opus-4', PLUGBOARD_CHAT_KEY: 'k' }),
  ).toMatchObject({ provider: 'anthropic', model: 'claude-opus-4', key: 'k' })
  expect(() => read({ PLUGBOARD_CHAT_MODEL: 'gpt-5' })).toThrow('openai/<model>')
  expect(() => read({ PLUGBOARD_CHAT_MODEL: 'openai/gpt-5' })).toThrow('PLUGBOARD_CHAT_KEY')
  expect(() => read({ PLUGBOARD_CHAT_KEY: 'k' })).toThrow('PLUGBOARD_CHAT_MODEL')
})
