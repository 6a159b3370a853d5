import { describe, expect, it } from 'vitest'
import { startSession } from '../../../../src/service/platform/mcp-client/mcp-session.ts'
import { createSessionPool } from '../../../../src/service/platform/mcp-client/session-pool.ts'
import { verifies } from '../../../requirements.ts'

const shaken = (sessionId: string) => ({ ...startSession(), handshake: { result: {}, sessionId } })

const open = (limits: { maximum?: number; idleMs?: number } = {}) => {
  const ended: string[] = []
  const pool = createSessionPool({ maximum: 10, idleMs: 60_000, ...limits })
  return {
    pool,
    ended,
    keep: (key: string, id = key) => pool.keep(key, shaken(id), async () => void ended.push(id)),
  }
}

describe('kept sessions', () => {
  it('are ended when they are too many, the one unused the longest first', () => {
    verifies('mcp-source.sessions')
    const { pool, ended, keep } = open({ maximum: 2 })
    keep('one')
    keep('two')
    pool.borrow('one')?.giveBack()
    keep('three')
    expect(ended).toEqual(['two'])
    expect([pool.borrow('one')?.session.handshake?.sessionId, pool.borrow('two')]).toEqual([
      'one',
      undefined,
    ])
  })

  it('are ended when nobody used them for a while', async () => {
    verifies('mcp-source.sessions')
    const { ended, keep } = open({ idleMs: 5 })
    keep('one')
    await expect.poll(() => ended).toEqual(['one'])
  })

  it('are not ended under a call', () => {
    verifies('mcp-source.sessions')
    const { pool, ended, keep } = open({ maximum: 1 })
    keep('one')
    const [first, second] = [pool.borrow('one'), pool.borrow('one')]
    keep('two')
    first?.giveBack()
    expect(ended).toEqual([])
    second?.giveBack()
    expect(ended).toEqual(['one'])
  })

  it('are one for each key, however many began at a time', async () => {
    verifies('mcp-source.sessions')
    const { pool, ended, keep } = open()
    keep('one', 'first')
    keep('one', 'second')
    expect([ended, pool.borrow('one')?.session.handshake?.sessionId]).toEqual([['second'], 'first'])
  })

  it('that the server ended are not ended again, and leave a newer one alone', async () => {
    verifies('mcp-source.sessions.ended')
    const { pool, ended, keep } = open()
    keep('one', 'first')
    const lease = pool.borrow('one')
    const session = lease?.session ?? startSession()
    pool.forget('one', session)
    keep('one', 'second')
    pool.forget('one', session)
    lease?.giveBack()
    expect(pool.borrow('one')?.session.handshake?.sessionId).toBe('second')
    await pool.close()
    expect(ended).toEqual([])
  })

  it('are all ended at the end', async () => {
    verifies('mcp-source.sessions')
    const { pool, ended, keep } = open()
    for (const key of ['one', 'two']) keep(key)
    await pool.close()
    expect(ended.toSorted()).toEqual(['one', 'two'])
  })
})
