import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createToolNames, fromToolName, toToolName } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'

const fit = /^[a-zA-Z0-9_-]{1,64}$/
const numRuns = isThorough ? 2000 : 200

/** Slugs made of what escapes are made of, so that one may look like the name of another. */
const tricky = fc
  .array(
    fc.constantFrom(
      '_',
      'x',
      '2e',
      '_x2e_',
      '_x5f_',
      '.',
      '/',
      'ö',
      '😀',
      '\ud800',
      '-',
      '0123456789abcdef',
      'A',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const slug = fc.oneof(
  tricky,
  fc.string({ maxLength: 100, unit: 'grapheme' }),
  fc.string({ minLength: 60, maxLength: 70, unit: fc.constantFrom('a', '_', '-') }),
)

test('keeps a slug that fits every provider', () => {
  for (const kept of ['GITHUB_ISSUES_CREATE', 'A'.repeat(64), 'a-b_c', '_xbox', '__'])
    expect(toToolName(kept)).toBe(kept)
})

test('escapes what does not fit, readably, and reads it back', () => {
  expect(toToolName('repos/create')).toBe('repos_x2f_create')
  expect(toToolName('größe.ändern')).toBe('gr_xf6__xdf_e_x2e__xe4_ndern')
  expect(toToolName('a_x2e_b')).toBe('a_x5f_x2e_b')
  for (const each of ['repos/create', 'größe.ändern', 'a_x2e_b', '_x2e.', '😀'])
    expect(fromToolName(toToolName(each))).toBe(each)
})

test('shortens what is too long, recognizably; only a table leads that back', () => {
  const long = `repos/${'create'.repeat(12)}`
  expect(toToolName(long)).toMatch(/^repos_create[a-z]{35}-[0-9a-f]{16}$/)
  expect(fromToolName(toToolName(long))).toBeUndefined()

  const { names, slugs } = createToolNames([long, 'repos/create'])

  expect(slugs.get(names.get(long) ?? '')).toBe(long)
  expect(slugs.get('repos_x2f_create')).toBe('repos/create')
})

test('reads nothing into a name that it would never give', () => {
  for (const name of ['a_x2e', 'a_x61_b', '_xffffff_'])
    expect(fromToolName(name)).toBe(toToolName(name) === name ? name : undefined)
})

test('gives different slugs different names that fit, and leads them back', () => {
  verifies('profiles.tool-names')
  fc.assert(
    fc.property(fc.uniqueArray(slug, { maxLength: 30 }), (slugs) => {
      const names = slugs.map(toToolName)
      expect(names.every((name) => fit.test(name))).toBe(true)
      expect(new Set(names).size).toBe(slugs.length)
      for (const [index, name] of names.entries())
        expect([slugs[index], undefined]).toContain(fromToolName(name))

      const table = createToolNames([...slugs, ...names])
      expect(table.slugs.size).toBe(new Set([...slugs, ...names]).size)
      for (const each of [...slugs, ...names])
        expect(table.slugs.get(table.names.get(each) ?? '')).toBe(each)
    }),
    { numRuns },
  )
})

test('tells tools apart even when their names are the same', () => {
  const { names, slugs } = createToolNames(['a', 'b', 'c', 'same_2'], (each) =>
    each.length === 1 ? 'same' : each,
  )

  expect([...names.values()]).toEqual(['same', 'same_3', 'same_4', 'same_2'])
  expect([...slugs.keys()].map((name) => slugs.get(name))).toEqual(['a', 'b', 'c', 'same_2'])
})
