import type { JsonSchema } from '../../definitions.ts'
import { isJsonObject } from '../document/json-object.ts'

/**
 * Whether a schema in a multipart part or a raw body means bytes: `format: binary` (3.0), or a
 * media type without an encoding (3.1).
 */
export const isBinary = (schema: unknown): boolean =>
  isJsonObject(schema) &&
  (schema.format === 'binary' ||
    (schema.contentEncoding === undefined && isBytes(schema.contentMediaType)))

const isBytes = (mediaType: unknown): boolean =>
  typeof mediaType === 'string' && !/json|^text\//i.test(mediaType)

/** The schema of a file argument. */
export const binaryArgument = (description: string): JsonSchema => ({
  description: [
    description,
    'A file: give its content as base64, a URL to fetch it from, or the s3key of an upload.',
  ]
    .filter((part) => part !== '')
    .join(' '),
  anyOf: [
    {
      ...file('base64', {
        type: 'string',
        contentEncoding: 'base64',
        description: 'The content in base64',
      }),
      additionalProperties: false,
    },
    // Open, so that the file of a result is accepted as it came.
    file('url', {
      type: 'string',
      format: 'uri',
      description: 'An http(s) address that the content is fetched from, or of a file in a result',
    }),
    uploadedFile,
  ],
  // Published SDKs of this interface upload the local file that a caller names here.
  file_uploadable: true,
})

// It becomes a header.
const mediaType = '[\\w.+-]+/[\\w.+-]+(; *[ -~]+)?'

const contentType = {
  type: 'string',
  pattern: `^${mediaType}$`,
  description: 'Media type of the content, e.g. image/png',
}
const filename = { type: 'string', description: 'Name of the file, e.g. picture.png' }

const file = (source: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [source]: schema, content_type: contentType, filename },
  required: [source],
})

/** Named as published SDKs pass it; open, so that the whole response of the upload is accepted. */
const uploadedFile: JsonSchema = {
  type: 'object',
  properties: {
    s3key: {
      type: 'string',
      description: 'Key of a file that was uploaded with POST /api/v3/files',
    },
    name: filename,
    mimetype: { ...contentType, pattern: `^(${mediaType})?$` },
  },
  required: ['s3key'],
}
