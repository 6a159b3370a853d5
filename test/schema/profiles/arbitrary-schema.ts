import * as fc from 'fast-check'

type Schema = Record<string, unknown>

const names = fc.constantFrom(
  'id',
  'name',
  'a b',
  'filter[id]',
  '+1',
  'größe',
  'x'.repeat(70),
  'is_null',
  'additional_properties',
  'arguments',
  '__proto__',
  'constructor',
  'a_x20_b',
  'a.b',
)
const scalars = fc.constantFrom<unknown>('red', 'green', '', 1, 2.5, -3, true, false, null)

/**
 * Schemas as tools have them: all drafts mixed, recursion, odd names, and now and then nonsense.
 */
export const arbitrarySchema: fc.Arbitrary<Schema> = fc
  .letrec<{ schema: Schema; object: Schema }>((tie) => {
    const children = fc.dictionary(names, tie('schema'), { maxKeys: 4, noNullPrototype: true })
    const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
    return {
      object: fc.record(
        {
          type: fc.constant('object'),
          properties: children,
          required: fc.subarray(['id', 'name', 'a b', 'filter[id]']),
          additionalProperties: fc.oneof(
            fc.boolean(),
            fc.constant({ type: 'integer' }),
            tie('schema'),
          ),
          description: fc.constant('An object.'),
        },
        { requiredKeys: ['type'], noNullPrototype: true },
      ),
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<Schema>(
          { type: 'string' },
          { type: 'integer', minimum: 1, exclusiveMinimum: true },
          { type: 'number', multipleOf: 0.5 },
          { type: 'boolean' },
          { type: 'null' },
          { type: 'string', minLength: 2, pattern: '^t' },
          { type: 'string', format: 'date' },
          { type: 'string', format: 'email', default: 'a@b.c' },
          { type: ['string', 'null'] },
          { type: ['integer', 'boolean', 'array'] },
          { type: 'string', nullable: true, default: null },
          { type: 'integer', nullable: true },
          { $ref: '#/$defs/node' },
          { $ref: '#/$defs/node', description: 'A node.' },
          { $ref: '#/$defs/pair' },
          { $ref: '#/definitions/missing' },
          { $ref: '#' },
          { const: 'kind' },
          {},
          { description: 'Anything.' },
          { type: 'dict' },
          { type: 'string', minLength: 'two' },
          { type: 'string', pattern: '(' },
        ),
        fc.record(
          { enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4 }) },
          { noNullPrototype: true },
        ),
        tie('object'),
        tie('object'),
        fc.record(
          {
            type: fc.constant('array'),
            items: tie('schema'),
            minItems: fc.nat(2),
            uniqueItems: fc.boolean(),
          },
          { requiredKeys: ['type'], noNullPrototype: true },
        ),
        fc.record(
          {
            type: fc.constant('array'),
            prefixItems: list,
            items: fc.oneof(fc.boolean(), tie('schema')),
          },
          { requiredKeys: ['type', 'prefixItems'], noNullPrototype: true },
        ),
        fc.record(
          { anyOf: list, description: fc.constant('Some.') },
          { requiredKeys: ['anyOf'], noNullPrototype: true },
        ),
        fc.record(
          { oneOf: list, nullable: fc.boolean() },
          { requiredKeys: ['oneOf'], noNullPrototype: true },
        ),
        fc.record(
          { allOf: list, properties: children },
          { requiredKeys: ['allOf'], noNullPrototype: true },
        ),
        fc.record(
          {
            type: fc.constant('object'),
            properties: children,
            anyOf: fc.constant([{ required: ['id'] }, { required: ['name'] }]),
          },
          { noNullPrototype: true },
        ),
        fc.record(
          {
            type: fc.constant('object'),
            patternProperties: fc.constant({ '^x': { type: 'integer' } }),
            additionalProperties: fc.boolean(),
          },
          { requiredKeys: ['type', 'patternProperties'], noNullPrototype: true },
        ),
        fc.record({ not: tie('schema'), type: fc.constant('string') }, { noNullPrototype: true }),
      ),
    }
  })
  .schema.map((schema) => ({
    ...schema,
    $defs: {
      node: {
        type: 'object',
        properties: {
          value: { type: 'integer' },
          next: { $ref: '#/$defs/node' },
          children: { type: 'array', items: { $ref: '#/$defs/node' } },
        },
        required: ['value'],
      },
      pair: {
        type: 'object',
        properties: { left: { type: 'string', nullable: true }, right: {} },
        additionalProperties: false,
      },
    },
  }))
