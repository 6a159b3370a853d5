/** Answers and bodies with the roots that real descriptions have and clients stumbled over. */
const answers: Record<string, unknown> = {
  nothing: undefined,
  anything: {},
  'always-true': true,
  'a-map': { type: 'object', additionalProperties: { type: 'integer' } },
  'a-map-of-a-union': {
    anyOf: [{ type: 'object' }, { properties: { a: { type: 'string' } } }],
    additionalProperties: { type: 'string' },
  },
  'a-list': { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
  'one-of-two': {
    oneOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Other' }],
  },
  'a-list-or-one': {
    oneOf: [
      { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      { $ref: '#/components/schemas/Thing' },
      { $ref: '#/components/schemas/Other' },
    ],
  },
  'all-of-two': {
    allOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Other' }],
  },
  'maybe-nothing': { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
  'one-or-null': {
    type: ['object', 'null'],
    required: ['id'],
    properties: { id: { type: 'integer' } },
  },
  'a-text': { type: 'string' },
  'only-names': { required: ['id'] },
}

const get = (answer: unknown) => ({
  responses: {
    200: {
      description: 'OK',
      ...(answer !== undefined && { content: { 'application/json': { schema: answer } } }),
    },
  },
})

export const oddApi = {
  openapi: '3.1.0',
  info: { title: 'Odd answers', version: '1' },
  servers: [{ url: 'https://odd.example' }],
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          any: true,
          next: { $ref: '#/components/schemas/Thing' },
        },
      },
      Other: { type: 'object', required: ['other'], properties: { other: { type: 'string' } } },
    },
  },
  paths: {
    ...Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [
        `/${name}`,
        { get: { summary: `Get ${name.replaceAll('-', ' ')}`, ...get(answer) } },
      ]),
    ),
    '/labels': {
      put: {
        summary: 'Set labels from a map of languages',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string' } },
                additionalProperties: { type: 'integer' },
              },
            },
          },
        },
        responses: { 204: { description: 'Done' } },
      },
    },
  },
}

const input = { type: 'object' }

/**
 * What careless MCP servers list: schemas of older drafts, booleans for schemas, and values that
 * are no keywords.
 */
export const oddTools = [
  { name: 'bare', inputSchema: input },
  {
    name: 'map',
    inputSchema: { ...input, additionalProperties: { type: 'string' } },
    outputSchema: { type: 'object', additionalProperties: { type: 'integer' } },
  },
  {
    name: 'booleans',
    inputSchema: {
      ...input,
      properties: { any: true, none: false, list: { type: 'array', items: true } },
    },
  },
  {
    name: 'draft-4',
    inputSchema: {
      ...input,
      properties: {
        count: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        pair: { type: 'array', items: [{ type: 'string' }, true] },
      },
    },
  },
  {
    name: 'careless',
    inputSchema: {
      ...input,
      properties: { a: { type: 'text', description: 7, required: true }, b: 'string', c: null },
      required: 'a',
    },
  },
  { name: 'null-properties', inputSchema: { ...input, properties: null } },
  {
    name: 'union',
    inputSchema: { ...input, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    outputSchema: { oneOf: [{ type: 'object', required: ['a'] }, { type: 'array' }] },
  },
  {
    name: 'definitions',
    inputSchema: {
      ...input,
      $ref: '#/$defs/arguments',
      $defs: { arguments: { type: 'object', properties: { a: true } } },
    },
    outputSchema: { type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'string' } } },
  },
]
