import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDataKey } from '../../../../src/service/platform/secrets/create-data-key.ts'
import { SecretsError } from '../../../../src/service/platform/secrets/index.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const place = { record: 'rec_1', field: 'token' }

test('the same key under another project does not decrypt', () => {
  const ciphertext = createDataKey('p1', 'a', key).encrypt('hunter2', place)
  expect(createDataKey('p1', 'a', key).decrypt(ciphertext, place)).toBe('hunter2')
  expect(() => createDataKey('p2', 'a', key).decrypt(ciphertext, place)).toThrow(SecretsError)
})

test('the same key under another version does not decrypt, even relabelled', () => {
  const ciphertext = createDataKey('p1', 'a', key).encrypt('hunter2', place)
  expect(() =>
    createDataKey('p1', 'b', key).decrypt(ciphertext.replace('v1.a.', 'v1.b.'), place),
  ).toThrow(SecretsError)
})

test('a fingerprint is the same for the same text, and another for another text, place, project and key', () => {
  const of = (text = 'ada', { project = 'p1', secret = key, context = place } = {}) =>
    createDataKey(project, 'a', secret).fingerprint(text, context)
  expect(of()).toBe(createDataKey('p1', 'b', key).fingerprint('ada', place))
  const others = [
    of('bob'),
    of('ada', { project: 'p2' }),
    of('ada', { secret: createSecretKey(Buffer.alloc(32, 8)) }),
    of('ada', { context: { ...place, field: 'user' } }),
    of('ada', { context: { ...place, record: 'rec_2' } }),
  ]
  expect(new Set([of(), ...others]).size).toBe(6)
})

test('no two texts are encrypted with the same nonce', () => {
  const dataKey = createDataKey('p1', 'a', key)
  const nonces = Array.from({ length: 3000 }, () =>
    Buffer.from(dataKey.encrypt('hunter2', place).split('.')[2] ?? '', 'base64url')
      .subarray(0, 12)
      .toString('hex'),
  )
  expect(new Set(nonces).size).toBe(3000)
  expect(nonces).not.toContain('00'.repeat(12))
})
