import type { JsonSchema } from '../../definitions.ts'

/** The `data` of a call without a JSON response: text, or an address to fetch the file from. */
export const toDataOfMediaType = (mediaType: string | undefined): JsonSchema => {
  if (mediaType === undefined)
    return { type: 'object', description: 'Nothing: the answer has no body' }
  if (/^text\/|xml|yaml|csv/.test(mediaType))
    return inData('text', { type: 'string', description: `Text of the type ${mediaType}` })
  return inData('file', {
    type: 'object',
    description: `A file of the type ${mediaType}`,
    properties: {
      url: {
        type: 'string',
        format: 'uri',
        description: 'Where the content can be fetched until it expires',
      },
      content_type: { type: 'string' },
      size: { type: 'integer', description: 'Bytes' },
      expires_at: { type: 'string', format: 'date-time' },
      name: { type: 'string' },
    },
    required: ['url', 'content_type', 'size', 'expires_at'],
  })
}

const inData = (name: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
})
