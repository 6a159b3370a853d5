import type { CallToolResult } from '@modelcontextprotocol/server'
import { ServiceError } from '../../service-error.ts'
import type { PageToOpen, ToolAnswer } from './tool-source.ts'

type Data = Record<string, unknown>
type Outcome = { data: Data; error: string | null; logId: string | null }

/** The outcome of a call as clients get it: for people and models as text, for programs as it is. */
export const toAnswer = ({ data, error, logId }: Outcome): ToolAnswer => ({
  result: {
    content: error === null ? [{ type: 'text', text: JSON.stringify(data) }, ...toFileLink(data)] : [{ type: 'text', text: Object.keys(data).length === 0 ? error : `${error}\n${JSON.stringify(data)}` }],
    structuredContent: error === null ? data : { error, data },
    ...(error !== null && { isError: true }),
    ...(logId !== null && { _meta: { 'plugboard/log_id': logId } }),
  },
  pages: error === null ? [] : toPages(data),
})

/** A refusal that a model can act on, as the result of its call; a defect of the service is thrown on. */
export const toRefusal = (thrown: unknown): ToolAnswer => {
  if (!(thrown instanceof ServiceError) || thrown.slug === 'internal') throw thrown
  return toAnswer({ data: thrown.errors ? { issues: thrown.errors } : {}, error: [thrown.message, thrown.suggestedFix].filter(Boolean).join('. '), logId: null })
}

const toFileLink = ({ file }: Data): CallToolResult['content'] => {
  if (!isData(file) || typeof file['url'] !== 'string') return []
  const { url, content_type: mimeType, name } = file
  return [{ type: 'resource_link', uri: url, name: typeof name === 'string' ? name : 'file', ...(typeof mimeType === 'string' && { mimeType }) }]
}

/** The connect links of a call, or of a call of several tools none of which was made: making it again then repeats nothing. */
const toPages = (data: Data): PageToOpen[] => {
  const { results } = data
  const calls = Array.isArray(results) ? results.filter(isData).map((result) => result['data']) : [data]
  const pages = calls.flatMap((call) => (isData(call) ? toPage(call) : []))
  return pages.length === calls.length ? [...new Map(pages.map((page) => [page.url, page])).values()] : []
}

const toPage = ({ toolkit, redirect_url: url, connected_account_id: id }: Data): PageToOpen[] =>
  typeof toolkit === 'string' && typeof url === 'string' && typeof id === 'string' ? [{ id, url, message: `Connect an account of ${toolkit} to go on` }] : []

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)
