import { describe, expect, it } from 'vitest'
import { compileSchema, type Draft, type SchemaOptions } from '../../src/schema/index.ts'
import { folderOf, hasSuite, readGroups, readRemotes, suiteFolder, type SuiteGroup } from './official-suite.ts'
import expected from './official-suite.json' with { type: 'json' }

if (!hasSuite()) console.warn(`Skipped: the official JSON Schema test suite (drafts 4, 6, 7, 2019-09, 2020-12) is not at ${suiteFolder}`)

const drafts = Object.keys(folderOf) as Draft[]

describe.skipIf(!hasSuite())('official JSON Schema test suite', () => {
  it.each(drafts)('%s: passes every required test but the listed ones', (draft) => {
    const { passed, failures } = run(readGroups(folderOf[draft]), { draft, remotes: readRemotes() })

    expect(failures.toSorted()).toEqual(Object.keys(expected[draft].failures).toSorted())
    expect(passed).toBe(expected[draft].passed)
  })

  it.each(drafts)('%s: passes every optional test of the asserted formats, internationalized host names aside', (draft) => {
    const asserted = new Set(['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'])
    const groups = readGroups(`${folderOf[draft]}/optional/format`, (file) => asserted.has(file.replace('.json', '')))
      .filter(({ name }) => !name.includes('punycode'))

    const { passed, failures } = run(groups, { draft })

    expect(failures).toEqual([])
    expect(passed).toBeGreaterThan(100)
  })
})

const run = (groups: readonly SuiteGroup[], options: SchemaOptions): { passed: number; failures: string[] } => {
  let passed = 0
  const failures: string[] = []
  for (const { name, schema, tests } of groups) {
    const validator = compileSchema(schema, options)
    for (const { description, data, valid } of tests) {
      if (validator.validate(data).ok === valid) passed += 1
      else failures.push(`${name}: ${description}`)
    }
  }
  return { passed, failures }
}
