import { expect, it } from 'vitest'
import { approvalsIn, mapPendingCalls } from '../../../../src/service/mcp/protocol/pending-calls.ts'
import { verifies } from '../../../requirements.ts'

const told = (id: string) => ({
  fields: { approval_url: `https://plugboard.example/approve/${id}` },
  note: `See ${id}`,
})

it('leaves everything as it is but the calls that wait', () => {
  verifies('mcp-protocol.approve')
  for (const data of [
    { status: 'pending_approval', approval_id: 'apr_1' },
    {
      results: [
        'text',
        7,
        null,
        [1],
        { data: 'text', error: 'no' },
        { data: { status: 'done', approval_id: 'apr_1' }, error: 'no' },
      ],
      pending_approvals: ['text', 7, null, [1], { id: 'apr_1' }],
    },
    { results: 'text', pending_approvals: { approval_id: 'apr_1' } },
    {},
  ]) {
    const outcome = { data, error: null, logId: 'log_1' }
    expect(mapPendingCalls(outcome, told)).toEqual(outcome)
    expect(approvalsIn(outcome)).toEqual([])
  }
})

it('tells of a call, of each of several, and of what code has called', () => {
  verifies('mcp-protocol.approve')
  const waiting = (id: string) => ({
    data: { status: 'pending_approval', approval_id: id },
    error: 'Waits.',
  })
  const after = (id: string) => ({
    data: { ...waiting(id).data, ...told(id).fields },
    error: `Waits. See ${id}`,
  })
  expect(mapPendingCalls({ ...waiting('apr_1'), logId: null }, told)).toEqual({
    ...after('apr_1'),
    logId: null,
  })
  const several = {
    data: {
      results: [waiting('apr_1'), { data: {}, error: null }, waiting('apr_2')],
      pending_approvals: [{ approval_id: 'apr_3' }],
    },
    error: null,
    logId: null,
  }
  expect(mapPendingCalls(several, told).data).toEqual({
    results: [after('apr_1'), { data: {}, error: null }, after('apr_2')],
    pending_approvals: [{ approval_id: 'apr_3', ...told('apr_3').fields }],
  })
  expect(approvalsIn(several)).toEqual(['apr_1', 'apr_2', 'apr_3'])
})
