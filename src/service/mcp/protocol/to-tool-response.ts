import type { CallToolResult } from '@modelcontextprotocol/server'
import { describeParsed } from '../../../schema/describe-parsed.ts'
import { ServiceError } from '../../service-error.ts'
import { isData, type Data, type Outcome } from './outcome.ts'
import type { ToolResponse } from './tool-source.ts'

/** The outcome of a call for a client: as text for people and models, and as data for programs. */
export const toToolResponse = (outcome: Outcome): ToolResponse => {
  const { data, error, paging, parsedArguments: parsed } = outcome
  const notes = [...(paging ? [paging.message] : []), ...(parsed ? [describeParsed(parsed)] : [])]
  const meta = toMeta(outcome)
  return {
    result: {
      content: [
        { type: 'text', text: error === null ? JSON.stringify(data) : describeError(error, data) },
        ...notes.map((text) => ({ type: 'text' as const, text })),
        ...(error === null ? toFileLink(data) : []),
      ],
      structuredContent: error === null ? data : { error, data },
      ...(error !== null && { isError: true }),
      ...(Object.keys(meta).length > 0 && { _meta: meta }),
    },
    pages: [],
  }
}

const describeError = (error: string, data: Data): string =>
  Object.keys(data).length === 0 ? error : `${error}\n${JSON.stringify(data)}`

const toMeta = ({ logId, paging, parsedArguments: parsed }: Outcome): Data => ({
  ...(logId !== null && { 'plugboard/log_id': logId }),
  ...(paging && { 'plugboard/paging': paging }),
  ...(parsed && { 'plugboard/parsed_arguments': parsed }),
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
