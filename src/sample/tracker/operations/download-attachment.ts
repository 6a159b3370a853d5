import { z } from 'zod'
import { operation } from '../../operation.ts'
import { SampleError } from '../../sample-error.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const downloadAttachment = operation({
  method: 'GET',
  path: '/attachments/{attachment_id}',
  operationId: 'downloadAttachment',
  summary: 'Download an attachment',
  description:
    'Gets the content of an attachment. The issue names its attachments with their ids and media types.',
  tags: ['attachments'],
  input: {
    params: z.object({
      attachment_id: z.string().describe('Attachment, by its id, such as att_1'),
    }),
  },
  answer: { status: 200, description: 'The content', mediaType: 'application/octet-stream' },
  errors: [404],
  handle: ({ params }, { tracker }: TrackerCall) => {
    const found = tracker.attachments.get(params.attachment_id)
    if (!found)
      throw new SampleError(
        404,
        `No attachment "${params.attachment_id}"; get the issue to see its attachments`,
      )
    return new Response(found.content, { headers: downloadHeaders(found.attachment.filename) })
  },
})

/** Never the uploaded media type: an HTML attachment must not run when it is opened. */
const downloadHeaders = (filename: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename).replaceAll(/['()*]/g, percentEncode)}`,
  'x-content-type-options': 'nosniff',
})

const percentEncode = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
