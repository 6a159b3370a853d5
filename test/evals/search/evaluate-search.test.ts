import { expect, test } from 'vitest'
import { evaluateSearch } from '../../../src/evals/search/evaluate-search.ts'
import { rankScores } from '../../../src/evals/search/rank-scores.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService } from '../../support/notes-service.ts'

test('recall, MRR and nDCG look at the first k', () => {
  verifies('evals.search')
  const found = ['A', 'B', 'C', 'D']

  expect(rankScores({ expected: ['A'], found }, 3)).toEqual({ recall: 1, mrr: 1, ndcg: 1 })
  expect(rankScores({ expected: ['B', 'X'], found }, 3)).toEqual({
    recall: 0.5,
    mrr: 0.5,
    ndcg: expect.closeTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12),
  })
  expect(rankScores({ expected: ['D'], found }, 3)).toEqual({ recall: 0, mrr: 0, ndcg: 0 })
  expect(rankScores({ expected: ['A', 'B'], found: ['A', 'A', 'B'] }, 2)).toEqual({
    recall: 1,
    mrr: 1,
    ndcg: 1,
  })
  expect(rankScores({ expected: ['A'], found: [] }, 3)).toEqual({ recall: 0, mrr: 0, ndcg: 0 })
})

test('searches a live session', async () => {
  verifies('evals.search')
  const { service, close } = await startNotesService()
  const { session_id: session } = await service.client.sessions.create({
    body: { user_id: 'ada', toolkits: ['notes'] },
  })
  const report = await evaluateSearch(service.client, {
    session,
    cases: [
      { query: 'get a note', expected: ['NOTES_GET_NOTE'] },
      { query: 'get a note', expected: ['NOTES_UNKNOWN'] },
    ],
    k: 10,
  })
  await close()

  expect(report).toMatchObject({
    k: 10,
    mean: { recall: 0.5 },
    queries: [
      { recall: 1, found: expect.arrayContaining(['NOTES_GET_NOTE']) },
      { recall: 0, mrr: 0, ndcg: 0 },
    ],
  })
})
