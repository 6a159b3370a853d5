/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import { describe, expect, it } from 'vitest'
import { compileSchema, describeIssues, type JsonSchema } from '../../src/schema/index.ts'

/** What each keyword accepts and refuses when nothing says which draft the schema follows. */
const cases: { what: string; schema: JsonSchema; accepts: unknown[]; refuses: unknown[] }[] = [
  { what: 'true accepts all', schema: true, accepts: [1, null, {}], refuses: [] },
  { what: 'false refuses all', schema: false, accepts: [], refuses: [1, null, {}] },
  { what: 'an empty schema accepts all', schema: {}, accepts: [1, null, {}], refuses: [] },
  {
    what: 'type',
    schema: { type: 'string' },
    accepts: ['', 'a'],
    refuses: [1, null, [], {}, true],
  },
  {
    what: 'type integer takes whole floats',
    schema: { type: 'integer' },
    accepts: [1, 2.0, -3, 1e300],
    refuses: [1.5, '1', Number.NaN],
  },
  {
    what: 'type number takes only what JSON can carry',
    schema: { type: 'number' },
    accepts: [0, 1.5],
    refuses: [Number.NaN, Infinity, 1n, '1'],
  },
  {
    what: 'type as a list',
    schema: { type: ['integer', 'null'] },
    accepts: [1, null],
    refuses: [1.5, 'null', []],
  },
  {
    what: 'nullable',
    schema: { type: 'string', nullable: true },
    accepts: ['a', null],
    refuses: [1],
  },
  {
    what: 'nullable beside anyOf',
    schema: { nullable: true, anyOf: [{ type: 'string' }] },
    accepts: ['a', null],
    refuses: [1],
  },
  {
    what: 'nullable does not widen an enum',
    schema: { type: 'string', nullable: true, enum: ['a'] },
    accepts: ['a'],
    refuses: [null],
  },
  {
    what: 'enum',
    schema: { enum: ['a', 1, null, { x: [1] }] },
    accepts: ['a', 1, null, { x: [1] }],
    refuses: ['b', '1', { x: [2] }, {}, false],
  },
  {
    what: 'const',
    schema: { const: { a: 1, b: 2 } },
    accepts: [{ b: 2, a: 1 }],
    refuses: [{ a: 1 }, { a: 1, b: 2, c: 3 }],
  },
  { what: 'const null', schema: { const: null }, accepts: [null], refuses: [0, false, ''] },
  {
    what: 'properties',
    schema: { properties: { a: { type: 'string' } } },
    accepts: [{}, { a: 'x', b: 1 }, 'no object'],
    refuses: [{ a: 1 }],
  },
  {
    what: 'patternProperties',
    schema: { patternProperties: { '^x-': { type: 'string' } } },
    accepts: [{ 'x-a': '', a: 1 }],
    refuses: [{ 'x-a': 1 }],
  },
  {
    what: 'additionalProperties',
    schema: {
      properties: { a: {} },
      patternProperties: { '^x-': {} },
      additionalProperties: { type: 'number' },
    },
    accepts: [{ a: '', 'x-a': '', b: 1 }],
    refuses: [{ b: '' }],
  },
  {
    what: 'additionalProperties false',
    schema: { properties: { a: {} }, additionalProperties: false },
    accepts: [{}, { a: 1 }],
    refuses: [{ b: 1 }],
  },
  {
    what: 'propertyNames',
    schema: { propertyNames: { maxLength: 2 } },
    accepts: [{ ab: 1 }],
    refuses: [{ abc: 1 }],
  },
  {
    what: 'required',
    schema: { required: ['a'] },
    accepts: [{ a: null }, []],
    refuses: [{}, { a: undefined }],
  },
  {
    what: 'minProperties and maxProperties',
    schema: { minProperties: 1, maxProperties: 2 },
    accepts: [{ a: 1 }],
    refuses: [{}, { a: 1, b: 1, c: 1 }],
  },
  {
    what: 'dependencies',
    schema: { dependencies: { a: ['b'], c: { required: ['d'] } } },
    accepts: [{}, { a: 1, b: 1 }],
    refuses: [{ a: 1 }, { c: 1 }],
  },
  {
    what: 'dependentRequired',
    schema: { dependentRequired: { a: ['b'] } },
    accepts: [{ b: 1 }],
    refuses: [{ a: 1 }],
  },
  {
    what: 'dependentSchemas',
    schema: { dependentSchemas: { a: { maxProperties: 1 } } },
    accepts: [{ a: 1 }],
    refuses: [{ a: 1, b: 1 }],
  },
  {
    what: 'items',
    schema: { items: { type: 'string' } },
    accepts: [[], ['a'], 'no array'],
    refuses: [['a', 1]],
  },
  {
    what: 'items as a list with additionalItems',
    schema: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    accepts: [[], ['a'], ['a', 1]],
    refuses: [[1], ['a', 'b']],
  },
  {
    what: 'prefixItems with items',
    schema: { prefixItems: [{ type: 'string' }], items: false },
    accepts: [[], ['a']],
    refuses: [[1], ['a', 'b']],
  },
  { what: 'contains', schema: { contains: { const: 1 } }, accepts: [[0, 1]], refuses: [[], [0]] },
  {
    what: 'minContains and maxContains',
    schema: { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    accepts: [[1, 1]],
    refuses: [[1], [1, 1, 1, 1]],
  },
  {
    what: 'minContains 0',
    schema: { contains: { const: 1 }, minContains: 0 },
    accepts: [[]],
    refuses: [],
  },
  {
    what: 'minItems and maxItems',
    schema: { minItems: 1, maxItems: 2 },
    accepts: [[1]],
    refuses: [[], [1, 2, 3]],
  },
  {
    what: 'uniqueItems',
    schema: { uniqueItems: true },
    accepts: [
      [1, '1', true, null, {}, []],
      [{ a: 1 }, { a: 2 }],
    ],
    refuses: [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  },
  {
    what: 'lengths in code points',
    schema: { minLength: 2, maxLength: 2 },
    accepts: ['ab', '😀😀'],
    refuses: ['a', '😀', 'abc', '😀😀😀'],
  },
  {
    what: 'pattern, anywhere in the text',
    schema: { pattern: '\\p{Lu}\\d' },
    accepts: ['xÄ1'],
    refuses: ['ä1'],
  },
  {
    what: 'pattern with an escape that Unicode mode refuses',
    schema: { pattern: '^[\\w\\-\\_]+$' },
    accepts: ['a-b_c'],
    refuses: ['a b'],
  },
  {
    what: 'minimum and maximum',
    schema: { minimum: 1, maximum: 2 },
    accepts: [1, 2, 'x'],
    refuses: [0.9, 2.1],
  },
  {
    what: 'exclusive bounds as numbers',
    schema: { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    accepts: [1.5],
    refuses: [1, 2],
  },
  {
    what: 'exclusive bounds as draft-04 booleans',
    schema: { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
    accepts: [1.5],
    refuses: [1, 2],
  },
  {
    what: 'exclusive bounds that are false',
    schema: { minimum: 1, exclusiveMinimum: false },
    accepts: [1],
    refuses: [0],
  },
  {
    what: 'multipleOf on decimals',
    schema: { multipleOf: 0.01 },
    accepts: [0.29, 19.99, 0, -4.35, 1e20],
    refuses: [0.295, 1e-3],
  },
  {
    what: 'multipleOf on whole numbers',
    schema: { multipleOf: 3 },
    accepts: [9, 0],
    refuses: [10, 4.5],
  },
  {
    what: 'allOf',
    schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] },
    accepts: [1],
    refuses: [0, 3],
  },
  {
    what: 'anyOf',
    schema: { anyOf: [{ type: 'string' }, { minimum: 2 }] },
    accepts: ['a', 2],
    refuses: [1],
  },
  {
    what: 'oneOf',
    schema: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
    accepts: [2, 3],
    refuses: [6, 5],
  },
  { what: 'not', schema: { not: { type: 'string' } }, accepts: [1], refuses: ['a'] },
  {
    what: 'if, then and else',
    schema: { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    accepts: [{ a: 1, b: 1 }, { c: 1 }],
    refuses: [{ a: 1 }, {}],
  },
  {
    what: 'unevaluatedProperties sees through allOf, anyOf, if and $ref',
    schema: {
      $defs: { named: { properties: { name: {} } } },
      $ref: '#/$defs/named',
      allOf: [{ properties: { a: {} } }],
      anyOf: [{ properties: { b: { const: 1 } }, required: ['b'] }, { properties: { c: {} } }],
      if: { required: ['a'] },
      then: { properties: { d: {} } },
      unevaluatedProperties: false,
    },
    accepts: [{ name: 1, a: 1, b: 1, c: 1, d: 1 }, { c: 1 }],
    refuses: [{ e: 1 }, { b: 2 }, { d: 1 }],
  },
  {
    what: 'unevaluatedItems',
    schema: {
      prefixItems: [{ type: 'string' }],
      contains: { const: 1 },
      unevaluatedItems: { type: 'null' },
    },
    accepts: [['a', 1, null]],
    refuses: [['a', 1, 2]],
  },
  {
    what: 'unknown keywords',
    schema: { example: 1, 'x-order': ['a'], discriminator: { propertyName: 'kind' } },
    accepts: [1, {}],
    refuses: [],
  },
]

describe('keywords', () => {
  it.each(cases)('$what', ({ schema, accepts, refuses }) => {
    const { validate } = compileSchema(schema)

    for (const value of accepts) expect(validate(value)).toEqual({ ok: true })
    for (const value of refuses)
      expect(validate(value)).toMatchObject({ ok: false, issues: [expect.anything()] })
  })

  it('mean what an older draft says when it is asked for', () => {
    const hidden = { $defs: { text: { type: 'string' } }, $ref: '#/$defs/text', maxLength: 1 }
    expect(compileSchema(hidden, { draft: 'draft-07' }).validate('abc').ok).toBe(true)
    expect(compileSchema(hidden, { draft: '2020-12' }).validate('abc').ok).toBe(false)

    expect(compileSchema({ const: 1 }, { draft: 'draft-04' }).validate(2).ok).toBe(true)
    expect(
      compileSchema({ type: 'string', nullable: true }, { draft: '2020-12' }).validate(null).ok,
    ).toBe(false)
  })

  it('with values that make no sense are passed over, and named where that matters', () => {
    const schema = {
      type: 'money',
      properties: { a: 'string', b: { pattern: '(' } },
      required: true,
      minLength: '1',
      enum: 'a',
      anyOf: {},
    }
    const { validate, warnings } = compileSchema(schema)

    expect(validate({ a: 1, b: 'x' })).toEqual({ ok: true })
    expect(warnings).toEqual([
      'The type "money" is unknown; its values were accepted',
      'A schema must be an object or a boolean; string was accepted as "anything"',
      'The pattern "(" is not a regular expression and was ignored',
    ])
  })

  it('refuse no name when a pattern for names is broken', () => {
    const { validate, warnings } = compileSchema({
      patternProperties: { '(': {} },
      additionalProperties: false,
    })

    expect(validate({ a: 1 }).ok).toBe(true)
    expect(warnings).toHaveLength(1)
  })
})

describe('a failed keyword', () => {
  const sentences = (schema: JsonSchema, value: unknown) => {
    const validation = compileSchema(schema).validate(value)
    return validation.ok ? [] : describeIssues(validation.issues)
  }

  it.each<[JsonSchema, unknown, string]>([
    [{ type: 'integer' }, 1.5, 'The value must be an integer; got 1.5'],
    [
      { type: ['string', 'array', 'null'] },
      {},
      'The value must be a string, an array or null; got object',
    ],
    [{ const: 'a' }, 'b', 'The value must be "a"; got "b"'],
    [{ minLength: 1 }, '', 'The value must have at least 1 character; got 0'],
    [{ maxLength: 2 }, '😀😀😀', 'The value must have at most 2 characters; got 3'],
    [{ pattern: '^a' }, 'b', 'The value must match the pattern ^a; got "b"'],
    [{ minimum: 1, exclusiveMinimum: true }, 1, 'The value must be greater than 1; got 1'],
    [{ maximum: 5 }, 6, 'The value must be at most 5; got 6'],
    [{ multipleOf: 0.5 }, 0.7, 'The value must be a multiple of 0.5; got 0.7'],
    [
      { format: 'date' },
      'today',
      'The value must be a valid date, such as 2026-01-31; got "today"',
    ],
    [{ items: { minItems: 1 } }, [[]], '`[0]` must have at least 1 item; got 0'],
    [{ uniqueItems: true }, [1, 2, 1], 'The value must not repeat items; items 0 and 2 are equal'],
    [
      { prefixItems: [{}], items: false },
      [1, 2],
      '`[1]` is one item too many; at most 1 is allowed',
    ],
    [
      { contains: { const: 1 } },
      [],
      'The value must contain at least 1 item that `contains` accepts; got 0',
    ],
    [{ minProperties: 2 }, { a: 1 }, 'The value must have at least 2 properties; got 1'],
    [{ properties: { a: false } }, { a: 1 }, '`a` is not allowed here'],
    [{ additionalProperties: false }, { 'a b': 1 }, '`["a b"]` is not allowed here'],
    [{ unevaluatedProperties: false }, { a: 1 }, '`a` is not allowed here'],
    [
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      '`b` is not a valid name here: it must match the pattern ^a; got "b"',
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '`b` is required when `a` is given'],
    [
      { oneOf: [{ minimum: 1 }, { maximum: 9 }] },
      5,
      'The value must match exactly one of 2 alternatives; it matches number 1 and 2',
    ],
    [{ not: { const: 1 } }, 1, 'The value must not match what `not` excludes: {"const":1}'],
  ])('%j on %j says what to repair', (schema, value, sentence) => {
    expect(sentences(schema, value)).toEqual([sentence])
  })
})
