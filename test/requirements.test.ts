import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requirements } from './requirements.ts'

const root = join(import.meta.dirname, '..')

/** The numbers of the rules that the page of the interface states, in its order. */
const rules = [
  ...readFileSync(join(root, 'src/contract/README.md'), 'utf8').matchAll(
    /^- \*\*(\d+\.\d+)\*\* /gm,
  ),
].map((match) => match[1] ?? '')

/** Rule -> the files that cite it, across the end of a comment line too. */
const citedRules = (folders: string[]): Map<string, string[]> => {
  const cited = new Map<string, string[]>()
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:ts|md)$/.test(name)) continue
      const text = readFileSync(join(root, folder, name), 'utf8')
      for (const [, rule = ''] of text.matchAll(/\brule(?:\s|\*|\/\/)+(\d+\.\d+)\b/g))
        cited.set(rule, [...(cited.get(rule) ?? []), `${folder}/${name}`])
    }
  return cited
}

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
    expect(source, id).toMatch(/^(?:(?:spec|rule) \d|product$)/)
    expect(says.length, id).toBeGreaterThan(10)
  }
})

it('every cited rule stands in the page of the interface, once', () => {
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  const unknown = [...citedRules(['src', 'adapters', 'test'])].filter(
    ([rule]) => !rules.includes(rule),
  )
  expect(unknown).toEqual([])
})

it('every rule of the interface is the source of a requirement', () => {
  const sources = new Set<string>(Object.values(requirements).map(({ source }) => source))
  expect(rules.filter((rule) => !sources.has(`rule ${rule}`))).toEqual([])
})
