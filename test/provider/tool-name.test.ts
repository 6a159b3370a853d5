import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toToolName } from '../../src/provider/tool-name.ts'

test('keeps a slug that fits every provider', () => {
  expect(toToolName('GITHUB_ISSUES_CREATE')).toBe('GITHUB_ISSUES_CREATE')
  expect(toToolName('A'.repeat(64))).toBe('A'.repeat(64))
})

test('shortens and cleans the others, recognizably', () => {
  expect(toToolName('LOCAL_größe.ändern')).toMatch(/^LOCAL_gr_e_ndern-[0-9a-f]{16}$/)
  expect(toToolName('A'.repeat(65))).toMatch(/^A{47}-[0-9a-f]{16}$/)
})

test('gives different slugs different names, all of them fit', () => {
  const name = toToolName('too long '.repeat(10))
  expect(toToolName(name)).not.toBe(name)
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 100, unit: 'grapheme' }), { maxLength: 50 }), (slugs) => {
      const names = slugs.map(toToolName)
      expect(names.every((each) => /^[a-zA-Z0-9_-]{1,64}$/.test(each))).toBe(true)
      expect(new Set(names).size).toBe(slugs.length)
    }),
  )
})
