import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileSchema, toZod } from '../../src/schema/index.ts'
import { formats } from '../../src/schema/compiler/formats.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { toolSets, type NamedTool } from './collected-tools.ts'
import { mutationsOf, sampleValue } from './sample-values.ts'

describe.each(toolSets('conversion of the collected real tool schemas'))('$title', (set) => {
  const { tools, isExample, every } = set

  it('are all understood, but for formats that nobody checks', () => {
    const warnings = new Set(tools.flatMap(({ schema }) => compileSchema(schema).warnings))

    expect([...warnings].toSorted()).toEqual(
      (isExample ? [] : ['int32', 'int64', 'json', 'repo.nwo']).map(
        (name) => `The format "${name}" is not supported; its values were accepted`,
      ),
    )
  })

  it('come through zod as they were', () => {
    const altered = tools.filter(
      ({ schema }) => JSON.stringify(z.toJSONSchema(toZod(schema))) !== JSON.stringify(schema),
    )

    expect(altered.map(({ name }) => name)).toEqual([])
  })

  it('get the verdicts of ajv, and no value is altered', () => {
    verifies('validator.oracles')
    verifies('validator.untouched')
    const ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      addUsedSchema: false,
      logger: false,
      formats: Object.fromEntries([...formats].map(([name, { matches }]) => [name, matches])),
    })
    const disagreements: string[] = []
    const altered: string[] = []
    let verdicts = 0
    for (const { name, schema } of every(isThorough ? 1 : 8)) {
      const oracle = compileWith(ajv, schema)
      if (!oracle) continue
      const sample = sampleValue(schema)
      for (const value of [sample, ...mutationsOf(sample)]) {
        verdicts += 1
        const before = JSON.stringify(value)
        if (compileSchema(schema).validate(value).ok !== oracle(value))
          disagreements.push(`${name}: ${before}`)
        if (JSON.stringify(value) !== before) altered.push(name)
      }
    }

    expect(disagreements).toEqual([])
    expect(altered).toEqual([])
    expect(verdicts).toBeGreaterThan(isExample ? 150 : isThorough ? 100_000 : 12_000)
  }, 300_000)
})

/** ajv refuses a few real schemas (`nullable` without `type`); on those it has no verdict. */
const compileWith = (ajv: Ajv2020, schema: NamedTool['schema']): ValidateFunction | undefined => {
  try {
    return ajv.compile({ ...schema, $schema: undefined })
  } catch {
    return undefined
  }
}
