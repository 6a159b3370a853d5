import { describe, expect, it } from 'vitest'
import { compileSchema, type Draft, type SchemaOptions } from '../../src/schema/index.ts'
import { formats } from '../../src/schema/compiler/formats.ts'
import { verifies } from '../requirements.ts'
import { folderOf, hasSuite, readGroups, readRemotes, type SuiteGroup } from './official-suite.ts'
import { exampleGroups } from './example-suite.ts'
import expected from './official-suite.json' with { type: 'json' }

const drafts = Object.keys(folderOf) as Draft[]

it.each(drafts)('%s: judges the committed example of a suite', (draft) => {
  const { passed, failures } = run(exampleGroups, { draft })

  expect(failures).toEqual([])
  expect(passed).toBe(exampleGroups.flatMap(({ tests }) => tests).length)
})

describe.skipIf(!hasSuite())('official JSON Schema test suite', () => {
  it.each(drafts)('%s: passes every required test but the listed ones', (draft) => {
    verifies('validator.official-suite')
    const { passed, failures } = run(readGroups(folderOf[draft]), { draft, remotes: readRemotes() })

    expect(failures.toSorted()).toEqual(Object.keys(expected[draft].failures).toSorted())
    expect(passed).toBe(expected[draft].passed)
    expect(passed / (passed + failures.length)).toBeGreaterThanOrEqual(0.985)
  })

  it.each(drafts)(
    '%s: without other documents fails further only where one is referred to',
    (draft) => {
      verifies('validator.official-suite')
      const groups = readGroups(folderOf[draft])
      const { passed, failures } = run(groups, { draft })

      const further = failures.filter((name) => !Object.hasOwn(expected[draft].failures, name))
      expect(further.toSorted()).toEqual(expected[draft].failuresWithoutDocuments)
      expect(passed / (passed + failures.length)).toBeGreaterThanOrEqual(0.965)
    },
  )

  it.each(drafts)('%s: passes every optional test of the asserted formats', (draft) => {
    verifies('validator.formats')
    const groups = readGroups(`${folderOf[draft]}/optional/format`, (file) =>
      formats.has(file.replace('.json', '')),
    )

    const { passed, failures } = run(groups, { draft })

    expect(failures).toEqual([])
    expect(passed).toBe(expected[draft].passedFormats)
  })
})

const run = (
  groups: readonly SuiteGroup[],
  options: SchemaOptions,
): { passed: number; failures: string[] } => {
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
