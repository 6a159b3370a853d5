import { expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { many, openNotes, resultsOf } from './open-notes.ts'

const notes = openNotes()
const approvals = { tools: ['OPEN_DELETE_NOTE'] }

test('a person lists, grants and denies the calls of a session; a granted one goes on when it is made again, once', async () => {
  verifies('toolkit.approvals')
  const { plugboard, upstream } = notes()
  const session = await plugboard.createSession('ada', { approvals })
  const remove = (id: string) => session.execute('OPEN_DELETE_NOTE', { id })

  const first = await remove('1')
  const second = await remove('2')
  expect([first.data['status'], second.data['status']]).toEqual([
    'pending_approval',
    'pending_approval',
  ])
  const { items } = await session.approvals.list({ status: 'pending' })
  expect(items).toMatchObject([
    { tool_slug: 'OPEN_DELETE_NOTE', arguments: { id: '2' } },
    { arguments: { id: '1' } },
  ])

  expect(await session.approvals.approve(items[1]!.approval_id)).toMatchObject({
    status: 'approved',
  })
  expect(await session.approvals.deny(items[0]!.approval_id)).toMatchObject({ status: 'denied' })
  expect(await remove('1')).toMatchObject({ successful: true })
  expect(await remove('1')).toMatchObject({ data: { status: 'pending_approval' } })
  expect(await remove('2')).toMatchObject({ data: { status: 'denied' } })
  expect(upstream.received.map(({ url }) => url)).toEqual(['/notes/1'])
})

test('a call that a person has agreed to is approved and made; one that was refused is never sent', async () => {
  verifies('toolkit.approvals')
  const { plugboard, upstream } = notes()
  const session = await plugboard.createSession('ada', { approvals })
  const [tool] = await session.tools({ tools: ['OPEN_DELETE_NOTE'] })

  expect(await tool?.execute({ id: '3' }, { approved: false })).toMatchObject({
    successful: false,
    data: { status: 'denied' },
  })
  expect((await session.approvals.list()).items).toEqual([])
  expect(await tool?.execute({ id: '3' }, { approved: true })).toMatchObject({ successful: true })
  expect(
    await session.execute(
      'OPEN_DELETE_NOTE',
      { id: '4' },
      { approved: true, idempotencyKey: 'mine' },
    ),
  ).toMatchObject({ successful: true })

  expect(upstream.received.map(({ url }) => url)).toEqual(['/notes/3', '/notes/4'])
  expect((await session.approvals.list()).items.map(({ status }) => status)).toEqual([
    'used',
    'used',
  ])
})

test('so it is in a multi-execute, where each call runs once', async () => {
  verifies('toolkit.approvals')
  const { plugboard, upstream } = notes()
  const session = await plugboard.createSession('ada', { approvals })
  const calls = many(
    ['OPEN_LIST_NOTES'],
    ['OPEN_DELETE_NOTE', { id: '5' }],
    ['OPEN_DELETE_NOTE', {}],
    ['OPEN_DELETE_NOTE', { id: '6' }],
  )

  const waiting = resultsOf(await session.execute('SVC_MULTI_EXECUTE_TOOL', calls))
  expect(waiting.map(({ data }) => data['status'])).toEqual([
    undefined,
    'pending_approval',
    undefined,
    'pending_approval',
  ])
  upstream.received.splice(0)

  const answer = await session.execute('SVC_MULTI_EXECUTE_TOOL', calls, { approved: true })
  expect(resultsOf(answer).map(({ index, successful }) => [index, successful])).toEqual([
    [0, true],
    [1, true],
    [2, false],
    [3, true],
  ])
  expect(answer.data).toMatchObject({ succeeded: 3, failed: 1 })
  expect(upstream.received.map(({ url }) => url).toSorted()).toEqual([
    '/notes',
    '/notes/5',
    '/notes/6',
  ])

  expect(await session.execute('SVC_MULTI_EXECUTE_TOOL', calls, { approved: false })).toMatchObject(
    { successful: false, data: { status: 'denied' } },
  )
  expect(upstream.received).toHaveLength(3)
})

test('a session tells whether a call needs an approval, for each call of a multi-execute', async () => {
  verifies('toolkit.approvals')
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada', { approvals })
  const [multi] = await session.tools({ tools: ['SVC_MULTI_EXECUTE_TOOL'] })

  expect(await session.needsApproval('OPEN_DELETE_NOTE')).toBe(true)
  expect(await session.needsApproval('open_list_notes')).toBe(false)
  expect(await session.needsApproval('OPEN_NOTHING')).toBe(false)
  expect(
    await multi?.needsApproval(many(['OPEN_LIST_NOTES'], ['open_delete_note', { id: '1' }])),
  ).toBe(true)
  expect(
    await multi?.needsApproval(many(['OPEN_LIST_NOTES'], ['OPEN_GET_NOTE', { id: '1' }])),
  ).toBe(false)
  expect(await multi?.needsApproval('nonsense')).toBe(false)
  expect(await (await plugboard.createSession('ada')).needsApproval('OPEN_DELETE_NOTE')).toBe(false)
})
