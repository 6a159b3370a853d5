import type { SuiteGroup } from './official-suite.ts'

type Verdicts = { valid: unknown[]; invalid: unknown[] }

const group = (
  name: string,
  schema: SuiteGroup['schema'],
  { valid, invalid }: Verdicts,
): SuiteGroup => ({
  name,
  schema,
  tests: [valid, invalid].flatMap((values, index) =>
    values.map((data) => ({ description: JSON.stringify(data), data, valid: index === 0 })),
  ),
})

/** Keywords that mean the same in every draft, with values on both sides: the committed example. */
export const exampleGroups: SuiteGroup[] = [
  group('type', { type: 'integer' }, { valid: [1, 1.0, -3], invalid: [1.5, '1', null, [], {}] }),
  group('types', { type: ['string', 'null'] }, { valid: ['', null], invalid: [0, false, []] }),
  group(
    'enum',
    { enum: [1, 'a', null, { b: [2] }] },
    { valid: [1, 'a', null, { b: [2] }], invalid: [true, 'b', { b: [] }] },
  ),
  group(
    'minLength counts characters',
    { maxLength: 2 },
    { valid: ['ab', '😀😀', 7], invalid: ['abc', '😀😀😀'] },
  ),
  group('pattern is not anchored', { pattern: 'b+' }, { valid: ['abc', 1], invalid: ['ac', ''] }),
  group('multipleOf', { multipleOf: 0.01 }, { valid: [0, 4.02, 'x'], invalid: [0.001] }),
  group(
    'required',
    { required: ['a'] },
    { valid: [{ a: null }, [], 'x'], invalid: [{}, { b: 1 }] },
  ),
  group(
    'properties',
    { properties: { a: { type: 'string' } } },
    { valid: [{}, { a: 'x' }, { b: 1 }], invalid: [{ a: 1 }] },
  ),
  group(
    'additionalProperties',
    { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false },
    { valid: [{ a: 1, xy: 2 }], invalid: [{ b: 1 }] },
  ),
  group(
    'uniqueItems',
    { uniqueItems: true },
    {
      valid: [
        [1, '1', true],
        [{ a: 1 }, { a: 2 }],
      ],
      invalid: [
        [1, 1.0],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    },
  ),
  group('items', { items: { type: 'boolean' } }, { valid: [[], [true]], invalid: [[true, 1]] }),
  group('allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, { valid: [1, 3], invalid: [0, 4] }),
  group(
    'oneOf',
    { oneOf: [{ type: 'integer' }, { minimum: 2 }] },
    { valid: [1, 2.5], invalid: [3, 1.5] },
  ),
  group('not', { not: { type: 'string' } }, { valid: [1], invalid: ['a'] }),
  group(
    'a reference to itself',
    { properties: { next: { $ref: '#' }, value: { type: 'number' } } },
    { valid: [{ next: { next: {} } }], invalid: [{ next: { next: { value: 'x' } } }] },
  ),
]
