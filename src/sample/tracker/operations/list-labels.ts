import { operation } from '../../operation.ts'
import { labelList } from '../schemas.ts'
import type { TrackerCall } from '../tracker-state.ts'

export const listLabels = operation({
  method: 'GET',
  path: '/labels',
  operationId: 'listLabels',
  summary: 'List labels',
  description: 'Lists all labels that issues may have.',
  tags: ['labels'],
  input: {},
  answer: { status: 200, description: 'The labels', schema: labelList },
  errors: [],
  handle: (_, { tracker }: TrackerCall) => ({ labels: tracker.labels }),
})
