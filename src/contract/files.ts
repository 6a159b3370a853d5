import { z } from 'zod'
import { prefixedId, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Used as an HTTP header. */
export const mediaType = z
  .string()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[ -~]*)?$/, 'must be a media type such as image/png')

/** Browsers and SDKs send an empty text if the type is unknown. */
const givenMediaType = z.union([mediaType, z.literal('')])

export const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')

export const uploadKey = prefixedId('file', 'an uploaded file')

const md5 = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, 'must be an MD5 in hexadecimal')
  .max(32)
  .toLowerCase()

/** What an upload, or a file in a result, says of itself too: it is taken as it came. */
const ownFacts = { size: z.number().optional(), expires_at: z.string().max(64).optional() }

/** The forms of a file in arguments of tools and in the proxy's body. */
export const fileArgument = z.union([
  z.object({
    url: z.url({ protocol: /^https?$/ }).max(16_384),
    content_type: mediaType.optional(),
    filename: fileName.optional(),
    name: fileName.optional(),
    ...ownFacts,
  }),
  z.object({
    base64: z.base64().max(36 * 1024 * 1024),
    content_type: mediaType.optional(),
    filename: fileName.optional(),
  }),
  z.object({
    s3key: uploadKey,
    mimetype: givenMediaType.optional(),
    name: fileName.optional(),
    md5: md5.optional(),
    sha256: z.string().max(64).optional(),
    ...ownFacts,
  }),
])

/** An upload. The whole object can also be passed as a file argument. */
const uploadedFile = z.object({
  s3key: uploadKey.describe('Key of the file: tools of this project accept {s3key} as a file'),
  name: z.string(),
  mimetype: z.string(),
  size: z.number().describe('Bytes'),
  md5: z.string().describe('In hexadecimal'),
  sha256: z.string().describe('In hexadecimal'),
  expires_at: timestamp.describe('When the key expires and the content is deleted'),
})
export type UploadedFile = z.infer<typeof uploadedFile>

export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/files',
    summary: 'Upload a file that tools of the project take as an argument',
    description:
      'The body is the content, of any type. It is stored encrypted, and deleted after `signed_url_file_expiry_in_seconds` of the project. ' +
      'Pass `{s3key}` of the answer wherever a tool accepts a file. The operator limits the size of a file and the storage of a project.',
    auth: 'project',
    query: z.object({
      filename: fileName.optional().describe('Default: file'),
      mimetype: givenMediaType
        .optional()
        .describe(
          'Default: what the extension of `filename` stands for, or application/octet-stream',
        ),
      md5: md5
        .optional()
        .describe('MD5 of the content in hexadecimal; different content is refused'),
    }),
    isBinary: true,
    responses: { 201: uploadedFile },
    errors: ['invalid_request', 'unauthorized', 'unprocessable', 'internal'],
  }),
  requestUpload: endpoint({
    method: 'POST',
    path: '/files/upload/request',
    summary: 'Get a URL to which a file can be uploaded without a key',
    description:
      'For published SDKs: PUT the content to `new_presigned_url`, with `mimetype` as its Content-Type, and pass `{name, mimetype, s3key: key}` wherever a tool takes a file. ' +
      'The URL only accepts content with this MD5, and expires after 15 minutes.',
    auth: 'project',
    body: z
      .object({
        toolkit_slug: z.string().max(255).describe('Toolkit of the tool that the file is for'),
        tool_slug: z.string().max(255).describe('Tool that the file is for'),
        filename: fileName,
        mimetype: givenMediaType,
        md5: md5.describe('MD5 of the content in hexadecimal'),
      })
      .meta({
        examples: [
          {
            toolkit_slug: 'github',
            tool_slug: 'GITHUB_UPLOAD_ASSET',
            filename: 'report.pdf',
            mimetype: 'application/pdf',
            md5: '5d41402abc4b2a76b9719d911017c592',
          },
        ],
      }),
    responses: {
      201: z.object({
        id: z.string(),
        key: uploadKey,
        type: z.literal('new').describe('Every upload creates a new file'),
        new_presigned_url: z.string(),
        newPresignedUrl: z.string().describe('Deprecated: use new_presigned_url'),
        metadata: z.object({
          storage_backend: z
            .literal('s3')
            .describe('The PUT needs no headers of a specific storage'),
        }),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
