import { readdirSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { recipe } from '../../src/contract/recipe/recipe.ts'
import { verifies } from '../requirements.ts'
import { sampleRecipes } from '../service/recipes/sample-recipes.ts'

const catalogue = new URL('../../src/catalogue/', import.meta.url)
const published = new URL('../../src/contract/recipe/recipe.schema.json', import.meta.url)

/** Draft 7 is the newest that all editors know. */
const jsonSchema = () =>
  z.toJSONSchema(recipe, { io: 'input', target: 'draft-7', unrepresentable: 'any' })

it('is the JSON Schema of recipes (`npx vitest run test/contract/recipe-schema.test.ts -u` writes it)', async () => {
  verifies('imports.recipe.schema')
  await expect(`${JSON.stringify(jsonSchema(), null, 2)}\n`).toMatchFileSnapshot(published.pathname)
})

const ajv = new Ajv({ strict: false, validateFormats: false })
let compiled: ValidateFunction | undefined
const compile = () => (compiled ??= ajv.compile(jsonSchema()))

it.each(Object.keys(sampleRecipes))('accepts the sample %s', (name) => {
  verifies('imports.recipe.schema')
  const validate = compile()
  expect([validate(parse(sampleRecipes[name] ?? '')), validate.errors]).toEqual([true, null])
})

it('accepts every recipe of the catalogue', () => {
  verifies('imports.recipe.schema')
  const validate = compile()
  const names = readdirSync(catalogue).filter((name) => name.endsWith('.yaml'))
  const refused = names.filter(
    (name) => !validate(parse(readFileSync(new URL(name, catalogue), 'utf8'))),
  )
  expect([names.length > 0, refused]).toEqual([true, []])
})

it('refuses what is not in the format', () => {
  verifies('imports.recipe.schema')
  const validate = compile()
  const base = { recipe: 1, slug: 'a', name: 'A', description: { kind: 'none' } }
  expect(validate(base)).toBe(true)
  for (const wrong of [
    { ...base, sumary: 'A typo' },
    { ...base, recipe: 2 },
    { ...base, description: { kind: 'swagger' } },
    { ...base, tools: [{ name: 'Neither found nor declared' }] },
    { ...base, tools: [{ declare: { method: 'GET', path: '/unnamed' } }] },
    { ...base, auth: [{ scheme: 'OAUTH3' }] },
  ])
    expect([wrong, validate(wrong)]).toEqual([wrong, false])
})
