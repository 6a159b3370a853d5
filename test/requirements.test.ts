import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requirements } from './requirements.ts'

const citations = (): Set<string> => {
  const folder = import.meta.dirname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && name !== 'requirements.test.ts',
  )
  const calls = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\bverifies\(([^)]*)\)/g)].map(
      (match) => match[1] ?? '',
    ),
  )
  return new Set(
    calls.flatMap((list) => [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')),
  )
}

it('every requirement is proved by a test', () => {
  const cited = citations()
  expect(Object.keys(requirements).filter((id) => !cited.has(id))).toEqual([])
})

it('every requirement that a test names exists', () => {
  expect([...citations()].filter((id) => !Object.hasOwn(requirements, id))).toEqual([])
})

it('every requirement says where it stands', () => {
  for (const [id, { source, says }] of Object.entries(requirements)) {
    expect(source, id).toMatch(/^(?:(?:spec|wire) \d|ours$)/)
    expect(says.length, id).toBeGreaterThan(10)
  }
})
