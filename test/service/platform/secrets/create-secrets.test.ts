import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createRootKey,
  createSecrets,
  parseKeyRing,
  SecretsError,
} from '../../../../src/service/platform/secrets/index.ts'

const [first, second] = [createRootKey(), createRootKey()]
const secrets = createSecrets(parseKeyRing(`1:${first}`))
const rotated = createSecrets(parseKeyRing(`2:${second},1:${first}`))
const place = { record: 'rec_1', field: 'token' }

const errorOf = (act: () => unknown): SecretsError => {
  try {
    act()
  } catch (error) {
    if (error instanceof SecretsError) return error
    throw error
  }
  throw new Error('Nothing was thrown')
}

test('every text comes back from its own place', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.string(),
      fc.string(),
      (text, project, record, field) => {
        const key = secrets.open(project, secrets.createDataKey(project))
        expect(key.decrypt(key.encrypt(text, { record, field }), { record, field })).toBe(text)
      },
    ),
  )
})

test('no text comes back from another project, record or field', () => {
  const context = fc.record({ project: fc.string(), record: fc.string(), field: fc.string() })
  const wrappedFor = new Map<string, string>()
  const open = (project: string) => {
    const wrapped = wrappedFor.get(project) ?? secrets.createDataKey(project)
    wrappedFor.set(project, wrapped)
    return secrets.open(project, wrapped)
  }
  fc.assert(
    fc.property(context, context, (from, to) => {
      fc.pre(
        JSON.stringify([from.project, from.record, from.field]) !==
          JSON.stringify([to.project, to.record, to.field]),
      )
      const ciphertext = open(from.project).encrypt('secret', from)
      expect(() => open(to.project).decrypt(ciphertext, to)).toThrow(SecretsError)
    }),
  )
})

test.each([
  { record: 'rec_2', field: 'token' },
  { record: 'rec_1', field: 'password' },
  { record: 'rec_1token', field: '' },
  { record: 'rec_1","token', field: '' },
])('a row copied to %o does not decrypt', (other) => {
  const key = secrets.open('p1', secrets.createDataKey('p1'))
  const error = errorOf(() => key.decrypt(key.encrypt('hunter2', place), other))
  expect(error.message).toContain(`field "${other.field}" of record "${other.record}"`)
})

test("a project's data key does not open for another project", () => {
  const wrapped = secrets.createDataKey('p1')
  secrets.open('p1', wrapped)
  expect(errorOf(() => secrets.open('p2', wrapped)).message).toContain('project "p2"')
})

test('a ciphertext copied to a project with another data key says so', () => {
  const [one, two] = [
    secrets.open('p1', secrets.createDataKey('p1')),
    secrets.open('p2', secrets.createDataKey('p2')),
  ]
  expect(errorOf(() => two.decrypt(one.encrypt('hunter2', place), place)).message).toContain(
    'another data key',
  )
})

test("a ciphertext relabelled with the other project's data key does not decrypt", () => {
  const [one, two] = [
    secrets.open('p1', secrets.createDataKey('p1')),
    secrets.open('p2', secrets.createDataKey('p2')),
  ]
  const sealed = one.encrypt('hunter2', place).split('.')[2]
  const label = two.encrypt('', place).split('.').slice(0, 2).join('.')
  expect(() => two.decrypt(`${label}.${sealed}`, place)).toThrow(SecretsError)
})

test('a change of any character is noticed, and the error names record and field', () => {
  const key = secrets.open('p1', secrets.createDataKey('p1'))
  const ciphertext = key.encrypt('hunter2', place)
  const character = fc.constantFrom(...'ABab01-_.=+/ \n')
  fc.assert(
    fc.property(fc.nat(ciphertext.length - 1), character, (index, replacement) => {
      fc.pre(ciphertext[index] !== replacement)
      const changed = ciphertext.slice(0, index) + replacement + ciphertext.slice(index + 1)
      const { message } = errorOf(() => key.decrypt(changed, place))
      expect(message).toContain('field "token" of record "rec_1"')
      expect(message).not.toContain('hunter2')
    }),
    { numRuns: 500 },
  )
})

test('a text decrypts in the one spelling it was stored in', () => {
  const key = secrets.open('p1', secrets.createDataKey('p1'))
  const ciphertext = key.encrypt('hunter2', place)
  const lastCharacters = [
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  ].filter((last) => last !== ciphertext.at(-1))
  const respelled = [
    ...lastCharacters.map((last) => ciphertext.slice(0, -1) + last),
    `${ciphertext}=`,
    `${ciphertext}\n`,
    ` ${ciphertext}`,
  ]
  for (const text of respelled) expect(() => key.decrypt(text, place)).toThrow(SecretsError)
})

test('a flip of any bit is noticed', () => {
  const key = secrets.open('p1', secrets.createDataKey('p1'))
  const [format, version, sealed = ''] = key.encrypt('hunter2', place).split('.')
  const bytes = Buffer.from(sealed, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(() =>
      key.decrypt(`${format}.${version}.${flipped.toString('base64url')}`, place),
    ).toThrow(SecretsError)
  }
})

test('a change of any character of a wrapped data key is noticed', () => {
  const wrapped = secrets.createDataKey('p1')
  fc.assert(
    fc.property(
      fc.nat(wrapped.length - 1),
      fc.constantFrom(...'ABab012.='),
      (index, replacement) => {
        fc.pre(wrapped[index] !== replacement)
        expect(() =>
          rotated.open('p1', wrapped.slice(0, index) + replacement + wrapped.slice(index + 1)),
        ).toThrow(SecretsError)
      },
    ),
    { numRuns: 500 },
  )
})

test.each(['', 'hunter2', 'v1', 'v1.a', 'v2.a.b', 'v1.a.b.c'])(
  'the stored text "%s" is never taken for a plaintext',
  (text) => {
    const key = secrets.open('p1', secrets.createDataKey('p1'))
    const { message } = errorOf(() => key.decrypt(text, place))
    expect(message).toContain('field "token" of record "rec_1"')
    expect(message).not.toContain('hunter2')
  },
)

test('the same text is never encrypted to the same ciphertext', () => {
  const key = secrets.open('p1', secrets.createDataKey('p1'))
  expect(key.encrypt('hunter2', place)).not.toBe(key.encrypt('hunter2', place))
})

test('a text that would not survive is refused', () => {
  const key = secrets.open('p1', secrets.createDataKey('p1'))
  expect(errorOf(() => key.encrypt('half \ud83d', place)).message).toContain('field "token"')
})

test('stored texts have the form v1.… and hold no key and no secret', () => {
  const wrapped = secrets.createDataKey('p1')
  expect(wrapped).toMatch(/^v1\.1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/)
  const ciphertext = secrets.open('p1', wrapped).encrypt('hunter2', place)
  expect(ciphertext).toMatch(/^v1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/)
})

test('a data key of a former root key opens as long as the ring holds it', () => {
  const wrapped = secrets.createDataKey('p1')
  const ciphertext = secrets.open('p1', wrapped).encrypt('hunter2', place)
  expect(rotated.open('p1', wrapped).decrypt(ciphertext, place)).toBe('hunter2')
})

test('a missing root key is named by its version', () => {
  const onlyNew = createSecrets(parseKeyRing(`2:${second}`))
  expect(errorOf(() => onlyNew.open('p1', secrets.createDataKey('p1'))).message).toContain(
    'root key version "1"',
  )
})

test('a root key replaced under its version is noticed', () => {
  const replaced = createSecrets(parseKeyRing(`1:${second}`))
  expect(errorOf(() => replaced.open('p1', secrets.createDataKey('p1'))).message).toContain(
    'root key version "1"',
  )
})

test('a wrapped data key is bound to the version of its root key', () => {
  const twice = createSecrets(parseKeyRing(`1:${first},2:${first}`))
  const wrapped = twice.createDataKey('p1')
  expect(() => twice.open('p1', wrapped.replace('v1.1.', 'v1.2.'))).toThrow(SecretsError)
})

test('rewrapping needs the former root key no longer, and what was encrypted stays readable', () => {
  const wrapped = secrets.createDataKey('p1')
  const ciphertext = secrets.open('p1', wrapped).encrypt('hunter2', place)

  const rewrapped = rotated.rewrap('p1', wrapped)

  const onlyNew = createSecrets(parseKeyRing(`2:${second}`))
  expect(rewrapped).toMatch(/^v1\.2\./)
  expect(onlyNew.open('p1', rewrapped).decrypt(ciphertext, place)).toBe('hunter2')
  expect(rotated.rewrap('p1', rewrapped)).toBe(rewrapped)
  expect(() => rotated.rewrap('p2', wrapped)).toThrow(SecretsError)
})

test('an opened data key is kept, and the one not used for longest makes room', () => {
  const fresh = createSecrets(parseKeyRing(`1:${first}`))
  const wrapped = Array.from({ length: 1001 }, () => fresh.createDataKey('p1'))
  const [oldest, ...others] = wrapped
  if (oldest === undefined || others[0] === undefined) throw new Error('No data keys')
  const kept = fresh.open('p1', oldest)
  const dropped = fresh.open('p1', others[0])
  expect(fresh.open('p1', oldest)).toBe(kept)
  for (const other of others.slice(1)) fresh.open('p1', other)
  expect(fresh.open('p1', oldest)).toBe(kept)
  expect(fresh.open('p1', others[0])).not.toBe(dropped)
})
