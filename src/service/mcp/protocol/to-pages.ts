import type { PageToOpen } from './tool-source.ts'
import { callsIn, isData, type Data } from './outcome.ts'

/**
 * The pages that a call waits for, or that all calls of a multi-execute wait for if none was made:
 * repeating it then repeats no call.
 *
 * Only pages of this service: a third party's answer may imitate one. Real links were removed from
 * it on arrival.
 */
export const toPages = (
  outcome: { data: Data; error: string | null },
  publicUrl: string,
): PageToOpen[] => {
  const calls = outcome.error === null ? [] : callsIn(outcome.data)
  const pages = calls.flatMap((call) => toPage(isData(call) ? call : {}, publicUrl))
  return pages.length === calls.length
    ? [...new Map(pages.map((page) => [page.url, page])).values()]
    : []
}

const toPage = (data: Data, publicUrl: string): PageToOpen[] => {
  const {
    toolkit,
    redirect_url: link,
    connected_account_id: account,
    tool_slug: tool,
    approval_url: question,
    approval_id: approval,
  } = data
  if (
    isText(toolkit) &&
    isText(account) &&
    isText(link) &&
    link.startsWith(`${publicUrl}/connect/`)
  )
    return [{ id: account, url: link, message: `Connect an account of ${toolkit} to go on` }]
  if (
    isText(tool) &&
    isText(approval) &&
    isText(question) &&
    question.startsWith(`${publicUrl}/approve/`)
  )
    return [{ id: approval, url: question, message: `Approve or deny a call of ${tool}` }]
  return []
}

const isText = (value: unknown): value is string => typeof value === 'string'
