import type { Session } from '../../src/index.ts'

/**
 * The search of the service for `toolSearch` of `ai`, in the place of its matching by keywords.
 *
 * Finds among the tools that the run has with `deferLoading: 'sdk'`; for a run that may use every
 * tool of the session, see `aiToolsOnDemand`.
 *
 * @example
 * const deferred = await aiTools(session, { tools: ['GITHUB_ISSUES_CREATE', 'GITHUB_ISSUES_UPDATE'], deferLoading: 'sdk' })
 * const tools = { search: toolSearch({ search: aiToolSearch(session) }), ...deferred }
 */
export const aiToolSearch =
  (session: Session): ((options: { query: string }) => Promise<string[]>) =>
  async ({ query }) =>
    (await session.search(query)).tools.map(({ name }) => name)
