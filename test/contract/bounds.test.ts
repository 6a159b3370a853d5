import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonInput, jsonValueInput, looseInput } from '../../src/contract/json-input.ts'
import { mapOf } from '../../src/contract/map-of.ts'
import { openApiDocument } from '../../src/contract/openapi.ts'
import { verifies } from '../requirements.ts'
import { operations } from './operations.ts'
import { unboundedIn } from './unbounded-in.ts'

test('every list, map and text of a request declares its maximum', () => {
  verifies('bounds.declared')
  const unbounded = operations.flatMap(({ name, endpoint: { params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? unboundedIn(schema, `${name} ${part}`) : [],
    ),
  )
  expect(unbounded).toEqual([])
})

test('a maximum that is left out is found wherever a schema can hold it', () => {
  const text = z.string()
  const found = unboundedIn(
    z.object({
      list: z.array(text.max(5)).optional(),
      union: z.union([z.number(), z.array(text).max(5)]),
      map: z.record(text.max(5), z.number()).nullish(),
      values: mapOf(text.max(5), text, 5),
      loose: z.looseObject({ inner: text.default('') }),
      any: z.unknown(),
      piped: text.transform(Number).pipe(z.number()),
    }),
    'it',
  )
  expect(found.map((place) => place.split(':')[0])).toEqual([
    'it.list',
    'it.union[]',
    'it.map',
    'it.values{}',
    'it.loose.inner',
    ...Array.from({ length: 4 }, () => 'it.loose'),
    ...Array.from({ length: 3 }, () => 'it.any'),
    'it.piped',
  ])
})

test('JSON of any shape is bounded in values, depth and text', () => {
  verifies('bounds.declared')
  const limits = { values: 4, depth: 2, characters: 10 }
  const kinds = [jsonInput(limits), looseInput({ known: z.number().optional() }, limits)]
  const accepts = (value: unknown) =>
    [...kinds, jsonValueInput(limits)].map((kind) => kind.safeParse(value).success)
  const all = (verdict: boolean) => [verdict, verdict, verdict]

  expect(accepts({ a: 1, b: 2, c: 3, d: 4 })).toEqual(all(true))
  expect(accepts({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toEqual(all(false))
  expect(accepts({ a: [1, 2, 3] })).toEqual(all(true))
  expect(accepts({ a: [1, 2, 3, 4] })).toEqual(all(false))
  expect(accepts({ a: { b: 1 } })).toEqual(all(true))
  expect(accepts({ a: { b: { c: 1 } } })).toEqual(all(false))
  expect(accepts({ key: 'seven..' })).toEqual(all(true))
  expect(accepts({ key: 'eight...' })).toEqual(all(false))
  expect(accepts({ eight___: 'abc' })).toEqual(all(false))
})

test('the OpenAPI document names the maxima', () => {
  verifies('bounds.declared')
  const text = JSON.stringify(openApiDocument({ url: 'http://127.0.0.1' }))
  for (const keyword of ['maxItems', 'maxProperties', 'maxLength', 'x-max-values'])
    expect(text).toContain(`"${keyword}":`)
})
