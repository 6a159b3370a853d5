import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toIdempotencyKey } from '../../src/provider/calls/idempotency-key.ts'
import { hasRandomPart } from '../../src/provider/tools/has-random-part.ts'
import { verifies } from '../requirements.ts'

test.each([
  ['OpenAI', 'call_7cdEJkPRHhs4uUcV0yOVGLRi'],
  ['the Responses API', 'fc_67ca09c6bedc8190a7abfec07b1a1332096610f474011cc0'],
  ['Anthropic', 'toolu_01A09q90qw90lq917835lq9A'],
  ['Anthropic, of a tool of its own', 'srvtoolu_01WYG3ziw53XMcoyKL4XcZmE'],
  ['Vertex AI', 'toolu_vrtx_01H9yx3jK5mN7pQ2rS4tV6wZ'],
  ['Bedrock', 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q'],
  ['Bedrock, with separators among its letters', 'tooluse_kZJ-lvQmR_6eAyJE5-Il7Q'],
  ['vLLM', 'chatcmpl-tool-9f1c0e5b7a2d4c3f8e6b1a0d9c8b7a6f'],
  ['DeepSeek', 'call_0_1b4e28ba-2fa1-11d2-883f-0016d3cca427'],
  ['the AI SDK', 'aitxt-Xb2kPq9LmZt4VwYc'],
  ['DeepSeek, later', 'call_00_fTbJ4S0kXcWq6Rz9LpVnYd2H'],
  ['Qwen', 'call_8f2c41d7a09b4e5f9c3d12'],
  ['Gemini', 'function-call-14528933742981123457'],
  ['LangChain', 'lc_run--0196f3a2-7b1c-7d4e-9a55-3c2f1e0d9b88'],
  ['LangChain, of a run', 'run-9c1f0e5b-7a2d-4c3f-8e6b-1a0d9c8b7a6f'],
])('an id of %s identifies a call in any conversation', (_provider, id) => {
  verifies('toolkit.once.ids')
  expect(hasRandomPart(id, 'SEND_MAIL')).toBe(true)
})

test.each([
  'call_0',
  'call_12',
  '1',
  '',
  'functions.send_mail:0',
  'functions.SEND_MAIL:14',
  'send_mail_0000000000000000001',
  'call_0000000000000012345',
  'call_1764000000000',
  'callTheWeatherService12',
  'CALLTHEWEATHERSERVICE3',
  'call_x8c2',
  'D681PevKs',
  'send_mailsend_mailsend_mail7',
  'call_1_a2',
  'call_12_step_3_turn_45_a2',
  'agent1step2call3tool4',
  'user12session34call5',
  'run20260115step3call2',
  'SESSION12CALL34STEP5',
  'Turn3SearchFlights2Call1',
  'toolCall12Step3Retry4',
  '20260115run1764000000000call2',
  'get_weather_ekpx4q1x2p6g',
])('an id such as "%s" may come again in another conversation', (id) => {
  verifies('toolkit.once.ids')
  expect(hasRandomPart(id, 'SEND_MAIL')).toBe(false)
})

test('nearly every random id is known as such', () => {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const random = (seed: number, length: number) =>
    Array.from(createHash('sha512').update(String(seed)).digest().subarray(0, length), (byte) =>
      letters.charAt(byte % letters.length),
    ).join('')
  for (const length of [16, 24]) {
    const ids = Array.from({ length: 5000 }, (_, seed) => `call_${random(seed, length)}`)
    expect(ids.filter((id) => !hasRandomPart(id, 'SEND_MAIL')).length).toBeLessThan(15)
  }
  const digests = Array.from({ length: 5000 }, (_, seed) =>
    createHash('sha512').update(String(seed)).digest('hex').slice(0, 24),
  )
  expect(digests.filter((id) => !hasRandomPart(id, 'SEND_MAIL')).length).toBeLessThan(15)
})

const call = {
  id: 'call_7cdEJkPRHhs4uUcV0yOVGLRi',
  sessionId: 'trs_1',
  slug: 'SEND_MAIL',
  arguments: { to: 'ada', text: 'Hello' },
}

test('the key of a call stays the same, whatever the order of its arguments', async () => {
  verifies('toolkit.once.key')
  const key = await toIdempotencyKey(call)
  expect(key).toMatch(/^call-[0-9a-f]{64}$/)
  expect(await toIdempotencyKey({ ...call, arguments: { text: 'Hello', to: 'ada' } })).toBe(key)
  // A random id needs no step, which another process may not know.
  expect(await toIdempotencyKey({ ...call, step: 'resp_1' })).toBe(key)
})

test('another session, conversation, id, tool or argument makes another key', async () => {
  verifies('toolkit.once.key')
  const keys = await Promise.all(
    [
      call,
      { ...call, sessionId: 'trs_2' },
      { ...call, conversation: 'chat_1' },
      { ...call, conversation: 'chat_2' },
      { ...call, id: 'call_8cdEJkPRHhs4uUcV0yOVGLRi' },
      { ...call, slug: 'SEND_FAX' },
      { ...call, arguments: { to: 'ada', text: 'Hello!' } },
      { ...call, conversation: 'chat_1', id: 'call_0' },
      { ...call, conversation: 'chat_1', id: 'call_0', step: '1' },
      { ...call, id: 'call_0', step: 'resp_7cdEJkPRHhs4uUcV0yOVGLRi' },
    ].map((each) => toIdempotencyKey(each)),
  )
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain(undefined)
})

test('a counted id has no key without a conversation or a step of its own', async () => {
  verifies('toolkit.once.ids')
  expect(await toIdempotencyKey({ ...call, id: 'call_0' })).toBeUndefined()
  expect(await toIdempotencyKey({ ...call, id: 'call_0', step: '2' })).toBeUndefined()
  expect(await toIdempotencyKey({ ...call, id: '', conversation: 'chat_1' })).toBeUndefined()
})
