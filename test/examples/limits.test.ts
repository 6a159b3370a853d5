import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { readLimit } from '../support/read-limit.ts'

const page = readFileSync(new URL('../../examples/deploy/limits.md', import.meta.url), 'utf8')

const rows = [...page.matchAll(/^\| .+ \| ([\d,]+) \w+ \| `(\w+)` in `([\w./:-]+)` \|$/gm)].map(
  ([, value = '', name = '', file = '']) => ({ value, name, file }),
)

test('the page about limits says what the sources have', () => {
  verifies('limits.page')
  expect(rows.length).toBeGreaterThan(25)
  // Every line of the table but its head.
  expect(page.match(/^\| /gm)).toHaveLength(rows.length + 1)
  const wrong = rows.filter(
    ({ value, name, file }) => readLimit(name, file).toLocaleString('en') !== value,
  )
  expect(wrong).toEqual([])
})

test('a limit of the interface that many operations share is on the page', () => {
  const common = readFileSync(new URL('../../src/contract/common.ts', import.meta.url), 'utf8')
  const constants = [...common.matchAll(/const (maximum\w+) = [\d_]+$/gm)].map(([, name]) => name)
  const named = new Set(
    rows.filter(({ file }) => file === 'src/contract/common.ts').map(({ name }) => name),
  )
  expect(constants.length).toBeGreaterThan(2)
  expect(constants.filter((name = '') => !named.has(name))).toEqual([])
})
