import { expect, it } from 'vitest'
import { escapeInvisible, showArguments } from '../../../src/service/approvals/show-arguments.ts'
import { verifies } from '../../requirements.ts'

const textsOf = (given: Record<string, unknown>, schema: unknown = {}) =>
  showArguments(given, schema).shown.map(({ text }) => text)

it('masks what is a secret by its name or its schema, wherever it lies', () => {
  verifies('approve-page.secrets')
  const secrets = [
    'password',
    'newPassword',
    'passphrase',
    'client_secret',
    'apiKey',
    'api_key',
    'private_key',
    'token',
    'access_token',
    'refreshToken',
    'Authorization',
    'credentials',
  ]
  for (const name of secrets)
    expect([name, showArguments({ [name]: 'canary' }, {}).shown[0]]).toMatchObject([
      name,
      { isSecret: true, text: expect.not.stringContaining('canary') },
    ])
  for (const name of [
    'page_token',
    'max_tokens',
    'tokens',
    'key',
    'passenger',
    'author',
    'nextPageToken',
  ])
    expect([name, textsOf({ [name]: 'shown' })]).toEqual([name, ['shown']])
  const schema = {
    properties: {
      a: { format: 'password' },
      b: { writeOnly: true },
      c: { properties: { d: { format: 'password' } } },
      e: { items: { properties: { f: { writeOnly: true } } } },
    },
  }
  expect(
    textsOf(
      { a: 'canary', b: 'canary', c: { d: 'canary', g: 1 }, e: [{ f: 'canary' }] },
      schema,
    ).join(),
  ).not.toContain('canary')
})

it('cuts what is long, says how much, and breaks no character', () => {
  verifies('approve-page.whole')
  const { shown } = showArguments({ text: '😀'.repeat(3000), short: 'x' }, {})
  expect(shown).toMatchObject([{ cut: 2000 }, { cut: 0, text: 'x' }])
  expect(shown[0]?.text).toBe('😀'.repeat(2000))
  expect(showArguments({ text: `a${'😀'.repeat(3000)}` }, {}).shown[0]?.text.isWellFormed()).toBe(
    true,
  )
  const many = showArguments(
    Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`a${index}`, index])),
    {},
  )
  expect([many.shown.length, many.more]).toEqual([100, 30])
})

it('makes visible what hides or turns around others, in names and values', () => {
  verifies('approve-page.visible')
  expect(escapeInvisible('a\u202eb\u200bc\u0007d\u{E0041}e\ud800\n\tf')).toBe(
    'a\\u{202e}b\\u{200b}c\\u{7}d\\u{e0041}e\\u{d800}\n\tf',
  )
  expect(showArguments({ 'na\u200bme': ['x\u2066y'] }, {}).shown).toMatchObject([
    { name: 'na\\u{200b}me', text: '[\n  "x\\u{2066}y"\n]' },
  ])
  expect(textsOf({ __proto__: 1, constructor: 'x', nothing: null, list: [], yes: true })).toEqual([
    'x',
    'null',
    '[]',
    'true',
  ])
})
