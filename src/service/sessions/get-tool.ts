import type { Accounts } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { ServiceError } from '../service-error.ts'
import { rejectCustomCall } from './custom-tools/reject-custom-call.ts'
import { findTool, type FoundTool } from './find-tool.ts'
import type { OpenSession } from './open-session.ts'

/**
 * Returns a tool that the session may use; throws for one that does not exist (404), that its rules
 * exclude (403), or that runs in the owner's process (400).
 */
export const createGetTool =
  (parts: { catalog: Catalog; accounts: Accounts }) =>
  async (session: OpenSession, slug: string): Promise<FoundTool> => {
    const verdict = await findTool(parts.catalog, session, slug)
    switch (verdict.is) {
      case 'allowed':
        return verdict
      case 'custom':
        throw await rejectCustomCall(parts.accounts, session, verdict.custom)
      case 'excluded':
        throw new ServiceError(
          'forbidden',
          `The rules of this session exclude the tool "${slug.toUpperCase()}"`,
          {
            suggestedFix:
              'Use a tool that SVC_SEARCH_TOOLS finds, or create a session that allows this one',
          },
        )
      case 'unknown':
        throw new ServiceError('not_found', `The session has no tool "${slug.toUpperCase()}"`, {
          suggestedFix: 'Search for it with SVC_SEARCH_TOOLS',
        })
      default:
        return verdict satisfies never
    }
  }
