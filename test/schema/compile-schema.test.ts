import { describe, expect, it } from 'vitest'
import { compileSchema, type JsonSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

/** `a` refers to `b` twice, `b` to `c` twice, and so on to the last. */
const fanOut = (length: number): Record<string, unknown> => {
  const $defs = Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `d${at}`,
      at === length - 1
        ? true
        : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  )
  return { $defs, $ref: '#/$defs/d0' }
}

/** The same, with something to do at the end of each way. */
const withLeaf = (length: number, leaf: object, each: object): JsonSchema => {
  const { $defs, ...root } = fanOut(length) as { $defs: Record<string, object> }
  const defs = Object.entries($defs).map(([name, schema]) => [
    name,
    name === `d${length - 1}` ? leaf : { ...schema, ...each },
  ])
  return { ...root, $defs: Object.fromEntries(defs) as object }
}

const unevaluatedFanOut = (length: number) =>
  withLeaf(length, { additionalProperties: true }, { unevaluatedProperties: false })
const objectFanOut = (length: number) =>
  withLeaf(length, { properties: { other: { type: 'string' } } }, {})

describe('compileSchema', () => {
  it('compiles nothing before the first validation, and only once', () => {
    let reads = 0
    const schema = {
      get type() {
        reads += 1
        return 'string'
      },
    }
    const validator = compileSchema(schema)
    expect(reads).toBe(0)

    // The second looks for an equal schema, whose validator could be shared.
    for (const text of ['a', 'b']) validator.validate(text)
    const readsOfTwo = reads
    for (const text of ['c', 'd']) validator.validate(text)
    expect(reads).toBe(readsOfTwo)
    expect(compileSchema(schema)).toBe(validator)
  })

  it('keeps validators of the same schema in different drafts apart', () => {
    const schema = { const: 1 }

    expect(compileSchema(schema, { draft: 'draft-04' })).not.toBe(compileSchema(schema))
  })

  it('gives every issue with its path and keyword', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      properties: { list: { items: { type: 'string' } } },
    }

    expect(compileSchema(schema).validate({ list: ['x', 2] })).toEqual({
      ok: false,
      issues: [
        { path: ['a'], keyword: 'required', message: 'is required' },
        { path: ['list', 1], keyword: 'type', message: 'must be a string; got number' },
      ],
    })
  })

  it('sees own properties only', () => {
    const needsConstructor = compileSchema({
      type: 'object',
      required: ['constructor'],
      properties: { toString: { type: 'number' } },
    })
    expect(needsConstructor.validate({}).ok).toBe(false)
    expect(needsConstructor.validate({ constructor: 1 }).ok).toBe(true)
    expect(needsConstructor.validate(Object.create({ constructor: 1 }) as unknown).ok).toBe(false)

    const closed = compileSchema({ properties: { a: {} }, additionalProperties: false })
    expect(closed.validate(JSON.parse('{"__proto__": 1}'))).toMatchObject({
      ok: false,
      issues: [{ path: ['__proto__'] }],
    })
    expect(closed.validate({ constructor: 1 }).ok).toBe(false)
  })

  it('takes names such as __proto__ in a schema as plain names', () => {
    const { validate } = compileSchema(
      JSON.parse('{"properties": {"__proto__": {"type": "number"}}, "required": ["__proto__"]}'),
    )

    expect(validate(JSON.parse('{"__proto__": 1}')).ok).toBe(true)
    expect(validate(JSON.parse('{"__proto__": "x"}')).ok).toBe(false)
    expect(validate({}).ok).toBe(false)
    expect(({} as { type?: unknown }).type).toBeUndefined()
  })

  it('changes neither the value nor the schema', () => {
    const schema = Object.freeze({
      properties: Object.freeze({ a: Object.freeze({ default: 1 }) }),
      unevaluatedProperties: true,
    })
    const value = Object.freeze({ b: Object.freeze([1]) })

    expect(compileSchema(schema).validate(value)).toEqual({ ok: true })
    expect(value).toEqual({ b: [1] })
  })

  it('refuses a value nested too deeply instead of overflowing', () => {
    const list = compileSchema({ items: { $ref: '#' } })

    expect(list.validate(nested(200)).ok).toBe(true)
    for (const levels of [300, 100_000]) {
      expect(list.validate(nested(levels))).toMatchObject({
        ok: false,
        issues: [{ keyword: 'limit', message: expect.stringContaining('is nested too deeply') }],
      })
    }
    expect(compileSchema({ not: { items: { $ref: '#/not' } } }).validate(nested(300)).ok).toBe(
      false,
    )
    expect(compileSchema({ uniqueItems: true }).validate([nested(100_000)]).ok).toBe(false)
  })

  it('survives schemas nested deeper than the stack is high', () => {
    let items: Record<string, unknown> = { type: 'string' }
    let alternatives: Record<string, unknown> = { type: 'string' }
    for (let level = 0; level < 20_000; level += 1) {
      items = { items }
      alternatives = { anyOf: [alternatives] }
    }

    expect(compileSchema(items).validate([[1]]).ok).toBe(true)
    expect(compileSchema(items).warnings).toEqual([])
    expect(compileSchema(alternatives).validate(1).ok).toBe(true)
    expect(compileSchema(alternatives).warnings).toEqual([
      expect.stringContaining('More than 256 schemas are nested directly in each other'),
    ])
  })

  it('ends on a value whose alternatives multiply', () => {
    const { validate } = compileSchema({
      type: 'array',
      anyOf: [{ items: { $ref: '#' } }, { items: { $ref: '#' } }],
    })

    expect(validate(nested(12)).ok).toBe(false)
  })

  it.each<[string, JsonSchema, unknown]>([
    ['references that fan out', fanOut(40), 1],
    [
      'a long list of unique objects, compared again and again',
      { allOf: Array.from({ length: 2000 }, () => ({ uniqueItems: true })) },
      Array.from({ length: 5000 }, (_, id) => ({ id })),
    ],
    [
      'branches that ask what others evaluated, of an object with many properties',
      unevaluatedFanOut(24),
      Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, at])),
    ],
    [
      'branches that go through an object with many properties',
      objectFanOut(24),
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, at])),
    ],
    [
      'many alternatives for many items',
      { items: { anyOf: Array.from({ length: 5000 }, (_, id) => ({ const: id })) } },
      Array.from({ length: 10_000 }, () => -1),
    ],
  ])('refuses a value rather than working without end: %s', (_, schema, value) => {
    verifies('validator.bounded')
    expect(compileSchema(schema).validate(value)).toEqual({
      ok: false,
      issues: [{ path: [], keyword: 'limit', message: 'is too large to be checked' }],
    })
  })

  it('never throws on a schema that is too deep or has an endless pattern, and says what it ignored', () => {
    verifies('validator.bounded')
    const deep = nested(50_000)
    for (const schema of [
      { const: deep },
      { enum: [deep, 1] },
      { not: { const: deep } },
      { const: 1, default: deep },
    ] as JsonSchema[]) {
      const { validate, warnings } = compileSchema(schema)
      expect([1, { a: 1 }, [[1]], deep].map((value) => validate(value).ok)).toHaveLength(4)
      expect(warnings.length).toBeLessThan(2)
    }
    expect(compileSchema({ const: deep }).validate([1])).toMatchObject({
      ok: false,
      issues: [{ keyword: 'const' }],
    })
    expect(compileSchema({ enum: [deep, 1] }).validate(1).ok).toBe(true)

    const { validate, warnings } = compileSchema({ pattern: `^${'(a|b)'.repeat(200_000)}$` })
    expect(validate('c').ok).toBe(true)
    expect(warnings).toEqual([
      expect.stringContaining('has more than 10000 characters and was ignored'),
    ])
    expect(warnings[0]?.length).toBeLessThan(200)
  })

  it('takes large values and schemas that are merely large', () => {
    verifies('validator.bounded')
    const choices = Array.from({ length: 20_000 }, (_, id) => `choice ${id}`)
    expect(
      compileSchema({ items: { enum: choices }, uniqueItems: true }).validate(choices.toReversed())
        .ok,
    ).toBe(true)

    const properties = Object.fromEntries(choices.map((name) => [name, { type: 'string' }]))
    const { validate } = compileSchema({
      properties,
      required: choices,
      additionalProperties: false,
    })
    const value = Object.fromEntries(choices.toReversed().map((name) => [name, name]))
    expect(validate(value).ok).toBe(true)
    expect(validate({ ...value, other: 1 })).toMatchObject({
      ok: false,
      issues: [{ path: ['other'] }],
    })
  })

  it('reports a bounded number of issues', () => {
    const validation = compileSchema({ items: { type: 'string' } }).validate(
      Array.from({ length: 5000 }, () => 1),
    )

    expect(validation.ok ? 0 : validation.issues.length).toBe(100)
  })

  it('takes a schema object that contains itself', () => {
    const tree: Record<string, unknown> = { type: 'object' }
    tree.properties = { child: tree }
    const { validate } = compileSchema(tree)

    expect(validate({ child: { child: {} } }).ok).toBe(true)
    expect(validate({ child: { child: 1 } }).ok).toBe(false)
  })
})
