import { expect, it } from 'vitest'
import { approvalRetention } from '../../../src/service/approvals/retention.ts'
import { deleteExpired, toKept } from '../../../src/service/platform/retention/index.ts'
import { openPostgres } from '../../../src/service/platform/database/index.ts'
import { createApprovalRules, type GuardedCall } from '../../../src/service/approvals/approvals.ts'
import { createUserTickets } from '../../../src/service/projects/user-ticket.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

const call: GuardedCall = {
  sessionId: 'trs_1',
  userId: 'ada',
  toolSlug: 'NOTES_DELETE_NOTE',
  toolkit: 'notes',
  version: '20261121_00',
  accountId: 'ca_1',
  arguments: { id: '1' },
}

const start = async (database: TemporaryDatabase) => {
  const { parts, project, passMinutes } = await createSessionParts(database)
  const approvals = createApprovalRules({ ...parts, tickets: createUserTickets(parts) })
  const ask = async (asked: GuardedCall = call) => {
    const verdict = await approvals.claim(project, asked)
    if (verdict.granted) throw new Error('granted')
    return verdict
  }
  return {
    approvals,
    project,
    ask,
    decide: async (decision: 'approve' | 'deny') =>
      approvals.decide(project, 'trs_1', (await ask()).approval.approval_id, decision, 'key_1'),
    list: async (status: 'pending' | 'approved' | 'denied' | 'expired') =>
      (await approvals.list(project, { sessionIds: ['trs_1'], status }, {})).items.length,
    passMinutes,
  }
}

describeEachEngine('an approval', (open, engine) => {
  it('that nobody decides ends after a quarter of an hour', async () => {
    verifies('sessions.approvals.expiry')
    const { approvals, project, ask, list, passMinutes } = await start(
      await open({ migrated: true }),
    )
    const first = await ask()
    expect(first.approval).toMatchObject({
      created_at: '2026-11-21T12:00:00.000Z',
      expires_at: '2026-11-21T12:15:00.000Z',
    })
    passMinutes(15)
    expect([await list('pending'), await list('expired')]).toEqual([0, 1])
    await expect(
      approvals.decide(project, 'trs_1', first.approval.approval_id, 'approve', 'key_1'),
    ).rejects.toMatchObject({ slug: 'unprocessable' })
    expect((await ask()).approval.approval_id).not.toBe(first.approval.approval_id)
  })

  it('that was given holds no longer either', async () => {
    verifies('sessions.approvals.expiry')
    const { approvals, project, ask, decide, list, passMinutes } = await start(
      await open({ migrated: true }),
    )
    await decide('approve')
    passMinutes(14)
    expect(await list('approved')).toBe(1)
    passMinutes(1)
    expect((await ask()).approval.status).toBe('pending')
    await decide('approve')
    expect(await approvals.claim(project, call)).toEqual({ granted: true })
  })

  it('that was refused may be asked for again when it is over', async () => {
    verifies('sessions.approvals.denied')
    const { ask, decide, list, passMinutes } = await start(await open({ migrated: true }))
    await decide('deny')
    expect((await ask()).approval.status).toBe('denied')
    passMinutes(15)
    expect((await ask()).approval.status).toBe('pending')
    expect(await list('denied')).toBe(1)
  })

  it.each([
    ['session', { sessionId: 'trs_2' }],
    ['user', { userId: 'bob' }],
    ['tool', { toolSlug: 'NOTES_GET_NOTE' }],
    ['version', { version: '20261122_00' }],
    ['account', { accountId: 'ca_2' }],
    ['argument', { arguments: { id: '1', force: true } }],
  ])('is of no use with another %s', async (_name, change) => {
    verifies('sessions.approvals.bound')
    const { approvals, project, ask, decide } = await start(await open({ migrated: true }))
    await decide('approve')
    expect((await ask({ ...call, ...change })).approval.status).toBe('pending')
    expect(await approvals.claim({ ...project, id: 'pr_2' }, call)).toMatchObject({
      granted: false,
    })
    expect(await approvals.claim(project, call)).toEqual({ granted: true })
  })

  it('is used up once, whichever nodes are asked at a time', async () => {
    verifies('sessions.approvals.once')
    const database = await open({ migrated: true })
    const { approvals, project, decide } = await start(database)
    // One process has the file of SQLite open, once.
    const beside = engine === 'postgres' ? await openPostgres(database.location, 4) : undefined
    const other = (
      await createSessionParts(beside ? { ...beside, location: database.location } : database)
    ).parts
    const nodes = [approvals, createApprovalRules({ ...other, tickets: createUserTickets(other) })]
    await decide('approve')
    const verdicts = await Promise.all(
      Array.from({ length: 24 }, (_, index) => nodes[index % 2]?.claim(project, call)),
    )
    await beside?.close()
    expect(verdicts.filter((verdict) => verdict?.granted)).toHaveLength(1)
    const asked = verdicts.flatMap((verdict) =>
      verdict?.granted === false ? [verdict.approval.approval_id] : [],
    )
    expect(asked).toHaveLength(23)
    expect(new Set(asked).size).toBe(1)
  })

  it('goes when it is as old as logs get', async () => {
    const database = await open({ migrated: true })
    const { ask, list, passMinutes } = await start(database)
    await ask()
    passMinutes(60 * 24 * 31)
    await deleteExpired(
      database.handle,
      approvalRetention(toKept({ logs: 30 })),
      new Date('2026-12-22T12:00:00Z'),
    )
    expect(await list('expired')).toBe(0)
  })

  it('that a clock far ahead gave holds no longer when it is right again', async () => {
    verifies('sessions.approvals.expiry', 'nodes.clock')
    const { approvals, project, ask, decide, passMinutes } = await start(
      await open({ migrated: true }),
    )
    const other = { ...call, arguments: { id: '2' } }
    const year = 365 * 24 * 60
    passMinutes(year)
    await decide('approve')
    const { approval } = await ask(other)
    passMinutes(-year)
    expect((await ask()).approval.status).toBe('pending')
    expect((await ask(other)).approval).toMatchObject({
      approval_id: expect.not.stringMatching(approval.approval_id),
      status: 'pending',
    })
    await decide('approve')
    expect(await approvals.claim(project, call)).toEqual({ granted: true })
  })
})
