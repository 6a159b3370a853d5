import type { NamedTool } from './collected-tools.ts'

const tool = (
  name: string,
  properties: Record<string, unknown>,
  required: string[] = [],
  more: Record<string, unknown> = {},
): NamedTool => ({
  name,
  description: `Example of a tool: ${name.replaceAll('_', ' ').toLowerCase()}`,
  schema: { type: 'object', properties, ...(required.length > 0 && { required }), ...more },
})

const text = { type: 'string' }

/** Schemas as authors of real tools write them, one habit each: the committed example. */
export const exampleTools = [
  tool('EMPTY', {}),
  tool('CLOSED', { id: { type: 'integer', minimum: 1 } }, ['id'], { additionalProperties: false }),
  tool(
    'CREATE_ISSUE',
    {
      title: { ...text, minLength: 1, maxLength: 200, description: 'Shown in lists' },
      priority: { enum: ['low', 'high', 'urgent'], default: 'low' },
      labels: { type: 'array', items: text, maxItems: 5, uniqueItems: true },
      due: { ...text, format: 'date' },
    },
    ['title'],
  ),
  tool('NULLABLE', { note: { type: ['string', 'null'] }, count: { type: ['integer', 'null'] } }, [
    'note',
  ]),
  tool('MAP', { headers: { type: 'object', additionalProperties: text } }, ['headers']),
  tool('REFERENCE', { tree: { $ref: '#/$defs/node' } }, ['tree'], {
    $defs: {
      node: {
        type: 'object',
        properties: {
          name: text,
          children: { type: 'array', items: { $ref: '#/$defs/node' } },
        },
        required: ['name'],
      },
    },
  }),
  tool('ALTERNATIVES', { target: { anyOf: [{ ...text, format: 'uuid' }, { type: 'integer' }] } }, [
    'target',
  ]),
  tool(
    'VARIANTS',
    {
      shape: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
          },
        ],
      },
    },
    ['shape'],
  ),
  tool('MERGED', {
    filter: {
      allOf: [
        { type: 'object', properties: { from: { ...text, format: 'date-time' } } },
        { type: 'object', properties: { to: { ...text, format: 'date-time' } } },
      ],
    },
  }),
  tool(
    'PATTERN',
    {
      sha: { ...text, pattern: '^[0-9a-f]{7,40}$' },
      page: { type: 'integer', exclusiveMinimum: 0 },
    },
    ['sha'],
  ),
  tool('ANYTHING', { payload: {}, flag: true }),
  tool('ADDRESS', { url: { ...text, format: 'uri' }, ratio: { type: 'number', multipleOf: 0.5 } }, [
    'url',
  ]),
]
