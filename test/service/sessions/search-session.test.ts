import { expect, it } from 'vitest'
import { createLog } from '../../../src/service/platform/log.ts'
import { createSearchSession } from '../../../src/service/sessions/search-session.ts'
import { verifies } from '../../requirements.ts'

it('a search that fails in part says how many queries failed, beside what the others found', async () => {
  verifies('sessions.search.partial-failure')
  const parts = {
    // No request brings the ranking to fail, so this one does.
    search: {
      inTurn: (_owner: string, _signal: AbortSignal, work: () => unknown) => work(),
      open: async () => ({
        index: { isComplete: true, indexed: 0, total: 0 },
        knownWords: () => [],
        rank: ({ useCase }: { useCase: string }) =>
          useCase === 'broken'
            ? Promise.reject(new Error('out of memory'))
            : { primary: [], related: [] },
      }),
    },
    catalog: { findTools: async () => [] },
    authConfigs: { listRestrictedToolkits: async () => [] },
    learnedOutcomes: async () => [],
    observations: { noteSearch: () => {} },
    recordActivity: () => {},
    log: createLog('silent'),
    accounts: { listOfUser: async () => [] },
    plans: { addTo: async (_session: unknown, results: unknown) => results },
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
  } as unknown as Parameters<typeof createSearchSession>[0]
  const session = {
    id: 'trs_1',
    project: { id: 'pr_1' },
    toolkits: new Map(),
    everyToolkit: new Map(),
    customTools: new Map(),
    searchableCustom: [],
    extras: {},
    config: { manage_connections: { enabled: true } },
    policy: { allowsTool: () => true },
  } as unknown as Parameters<ReturnType<typeof createSearchSession>>[0]

  const answer = await createSearchSession(parts)(
    session,
    [{ use_case: 'broken' }, { use_case: 'whole' }],
    { signal: new AbortController().signal },
  )

  expect(answer).toMatchObject({
    success: false,
    error: '1 of 2 searches failed: the search could not be executed',
  })
  expect(answer.results).toMatchObject([
    { index: 1, error: 'the search could not be executed' },
    { index: 2, error: null },
  ])
})
