import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileSchema, toZod } from '../../src/schema/index.ts'
import { formats } from '../../src/schema/compiler/formats.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { mutationsOf, sampleValue } from './sample-values.ts'

const file = new URL('../../../shared/data/tool-schemas/tool-schemas.jsonl', import.meta.url)
if (!existsSync(file))
  console.warn(
    `Skipped: conversion of the collected real tool schemas; they are not at ${file.pathname}`,
  )

type Tool = {
  name: string
  schema: Record<string, unknown>
}

const tools = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line): Tool => JSON.parse(line))
  : []

describe.skipIf(tools.length === 0)('real tool schemas', () => {
  it('are all understood, but for formats that nobody checks', () => {
    const warnings = new Set(tools.flatMap(({ schema }) => compileSchema(schema).warnings))

    expect([...warnings].toSorted()).toEqual(
      ['int32', 'int64', 'json', 'repo.nwo'].map(
        (name) => `The format "${name}" is not one of those checked; its values were accepted`,
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
    for (const { name, schema } of tools.filter((_, index) => isThorough || index % 8 === 0)) {
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
    expect(verdicts).toBeGreaterThan(isThorough ? 100_000 : 12_000)
  }, 120_000)
})

/** ajv refuses a few real schemas (`nullable` without `type`); on those it has no verdict. */
const compileWith = (ajv: Ajv2020, schema: Tool['schema']): ValidateFunction | undefined => {
  try {
    return ajv.compile({ ...schema, $schema: undefined })
  } catch {
    return undefined
  }
}
