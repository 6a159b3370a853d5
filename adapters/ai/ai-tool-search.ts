import type { Session } from '../../src/index.ts'

/**
 * Replaces the keyword matching of `toolSearch` from `ai` with the search of the service.
 *
 * It only finds tools that were given to the run with `deferLoading: 'sdk'`. For access to every
 * tool of the session, use `aiToolsOnDemand`.
 *
 * @example
 * const deferred = await aiTools(session, { tools: ['GITHUB_ISSUES_CREATE', 'GITHUB_ISSUES_UPDATE'], deferLoading: 'sdk' })
 * const tools = { search: toolSearch({ search: aiToolSearch(session) }), ...deferred }
 */
export const aiToolSearch =
  (session: Session): ((options: { query: string }) => Promise<string[]>) =>
  async ({ query }) =>
    (await session.search(query)).tools.map(({ name }) => name)
