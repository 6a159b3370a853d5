import type { CallToolResult } from '@modelcontextprotocol/server'
import { ServiceError } from '../../service-error.ts'
import { isData, type Data, type Outcome } from './outcome.ts'
import type { ToolAnswer } from './tool-source.ts'

/**
 * The outcome of a call as clients get it: for people and models as text, for programs as it is.
 */
export const toAnswer = ({ data, error, logId }: Outcome): ToolAnswer => ({
  result: {
    content:
      error === null
        ? [{ type: 'text', text: JSON.stringify(data) }, ...toFileLink(data)]
        : [
            {
              type: 'text',
              text: Object.keys(data).length === 0 ? error : `${error}\n${JSON.stringify(data)}`,
            },
          ],
    structuredContent: error === null ? data : { error, data },
    ...(error !== null && { isError: true }),
    ...(logId !== null && { _meta: { 'plugboard/log_id': logId } }),
  },
  pages: [],
})

/**
 * A refusal that a model can act on, as the result of its call; a defect of the service is thrown
 * on.
 */
export const toRefusal = (thrown: unknown): ToolAnswer => {
  if (!(thrown instanceof ServiceError) || thrown.slug === 'internal') throw thrown
  return toAnswer({
    data: thrown.errors ? { issues: thrown.errors } : {},
    error: [thrown.message, thrown.suggestedFix].filter(Boolean).join('. '),
    logId: null,
  })
}

const toFileLink = ({ file }: Data): CallToolResult['content'] => {
  if (!isData(file) || typeof file['url'] !== 'string') return []
  const { url, content_type: mimeType, name } = file
  return [
    {
      type: 'resource_link',
      uri: url,
      name: typeof name === 'string' ? name : 'file',
      ...(typeof mimeType === 'string' && { mimeType }),
    },
  ]
}
