import type { Context } from 'hono'
import type { Environment } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { csrfHeader, findSession } from './authenticate.ts'
import { can, type Person } from './person.ts'
import type { ConsoleSessions } from './sessions.ts'

type Parts = {
  sessions: Pick<ConsoleSessions, 'find'>
  publicUrl: () => string
  /** The organization of the operator, whose people may see what belongs to the whole service. */
  organization: () => Promise<string>
}

/** Returns who sent a request of a page, and throws unless they may see what is the operator's. */
export const createFindOperator =
  (parts: Parts) =>
  async (context: Context<Environment>): Promise<Person> => {
    const header = (name: string) => context.req.header(name)
    const { person } = await findSession(parts, header, header(csrfHeader))
    if (can(person, 'see', { kind: 'organization', id: await parts.organization() })) return person
    throw new ServiceError('forbidden', 'Only the operator of this service sees this', {
      suggestedFix: 'Sign in as a person of the first organization',
    })
  }
