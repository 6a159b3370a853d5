import type { CallToolResult } from '@modelcontextprotocol/server'
import { ServiceError } from '../../service-error.ts'
import { isData, type Data, type Outcome } from './outcome.ts'
import type { ToolResponse } from './tool-source.ts'

/** The outcome of a call for a client: as text for people and models, and as data for programs. */
export const toToolResponse = ({ data, error, logId, paging }: Outcome): ToolResponse => ({
  result: {
    content:
      error === null
        ? [
            { type: 'text', text: JSON.stringify(data) },
            ...(paging ? [{ type: 'text' as const, text: paging.message }] : []),
            ...toFileLink(data),
          ]
        : [
            {
              type: 'text',
              text: Object.keys(data).length === 0 ? error : `${error}\n${JSON.stringify(data)}`,
            },
          ],
    structuredContent: error === null ? data : { error, data },
    ...(error !== null && { isError: true }),
    ...((logId !== null || paging) && {
      _meta: {
        ...(logId !== null && { 'plugboard/log_id': logId }),
        ...(paging && { 'plugboard/paging': paging }),
      },
    }),
  },
  pages: [],
})

/** Converts an error that a model can act on to a result; rethrows internal errors. */
export const toErrorToolResponse = (thrown: unknown): ToolResponse => {
  if (!(thrown instanceof ServiceError) || thrown.slug === 'internal') throw thrown
  return toToolResponse({
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
