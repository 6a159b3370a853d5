/** The description of a small third party: one tool of each kind that the service's tests need. */
export const notesApi = (url: string, extra: Record<string, unknown> = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1', description: 'Keeps notes' },
  servers: [{ url }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Notes-Key' } } },
  security: [{ key: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        summary: 'List notes',
        parameters: [
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': { schema: { type: 'array', items: { type: 'object' } } },
            },
          },
        },
      },
      post: {
        operationId: 'createNote',
        summary: 'Create a note',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['text'],
                properties: { text: { type: 'string' }, pinned: { type: 'boolean' } },
              },
            },
          },
        },
        responses: {
          201: {
            description: 'made',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'getNote',
        summary: 'Get a note',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'ok' } },
      },
      delete: {
        operationId: 'deleteNote',
        summary: 'Delete a note',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'gone' } },
      },
    },
    '/export': {
      get: {
        operationId: 'exportNotes',
        summary: 'Export the archive',
        responses: {
          200: {
            description: 'ok',
            content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
    ...extra,
  },
})

/** As `notesApi`, without a word about authentication. */
export const openNotesApi = (url: string, extra: Record<string, unknown> = {}) => {
  const { security: _none, components: _neither, ...document } = notesApi(url, extra)
  return document
}
