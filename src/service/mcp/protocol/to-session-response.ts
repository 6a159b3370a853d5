import type { Approvals } from '../../approvals/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { OpenSession } from '../../sessions/index.ts'
import type { Outcome } from './outcome.ts'
import { toToolResponse } from './to-tool-response.ts'
import type { ToolResponse } from './tool-source.ts'
import { toPages } from './to-pages.ts'
import { approvalsIn, mapPendingCalls } from './pending-calls.ts'

/** `takesProof`: whether users of the project can prove their identity on a page. */
type Parts = {
  approvals: Approvals
  takesProof: (project: Project) => Promise<boolean>
  publicUrl: () => string
}

/**
 * The outcome of a call in a session, with the page on which the user approves pending calls.
 *
 * A client that opens pages receives the address, but its model does not: whoever has it may
 * decide. The model of another client receives the address of a page that requires a code or a
 * sign-in, to pass on to the user; an address that requires neither only if the session allows it.
 */
export const toSessionResponse = async (
  parts: Parts,
  session: OpenSession,
  outcome: Outcome,
  opensPages: boolean,
): Promise<ToolResponse> => {
  const { publicUrl } = parts
  const urls = await findPages(parts, session, approvalsIn(outcome), opensPages)
  const withUrls = mapPendingCalls(outcome, (id) => {
    const url = urls.get(id)
    return url === undefined
      ? elsewhere
      : {
          fields: { approval_url: url },
          note: `The user decides at ${url} - give the user this link, do not open it yourself, and ask for no code.`,
        }
  })
  const annotated =
    opensPages && urls.size > 0
      ? mapPendingCalls(outcome, (id) =>
          urls.has(id)
            ? { fields: {}, note: 'Made by itself, the call has the user asked again.' }
            : elsewhere,
        )
      : withUrls
  return { ...toToolResponse(annotated), pages: toPages(withUrls, publicUrl()) }
}

const elsewhere = {
  fields: {},
  note: 'The user decides in the application that the agent works for; there is no link to give.',
}

const findPages = async (
  { approvals, takesProof }: Parts,
  { project, id, config }: OpenSession,
  waiting: string[],
  opensPages: boolean,
): Promise<Map<string, string>> => {
  if (waiting.length === 0) return new Map()
  const { offer_links: offersLinks, proof } = config.approvals ?? {}
  if (opensPages || offersLinks) return approvals.pagesOf(project, id, waiting, 'person')
  const asksAnyway = proof === 'code' || proof === 'ticket'
  return asksAnyway || (await takesProof(project))
    ? approvals.pagesOf(project, id, waiting, 'model')
    : new Map()
}
