import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

const encode = (text: string): string => Buffer.from(text).toString('base64')
const decode = (cursor: string): string => Buffer.from(cursor, 'base64').toString()

describe('the pages of a list in the database', () => {
  let notes: NotesService
  beforeAll(async () => {
    notes = await startNotesService()
    return notes.close
  })
  const list = (query: string) =>
    notes.service.request('GET', `/api/v3/connected_accounts?${query}`)

  it('go on after the last item of the page before, whatever came and went', async () => {
    verifies('conventions.page.stable', 'conventions.page.total')
    for (let number = 0; number < 9; number += 1) await notes.connect('walker')
    const first = await list('user_ids=walker&limit=3')
    expect(first.body).toMatchObject({
      items: { length: 3 },
      total_items: 9,
      total_pages: 3,
      current_page: 1,
    })
    const last = first.body.items[2]
    expect(decode(first.body.next_cursor)).toBe(`2.3.${last.created_at}.${last.id}`)

    await notes.connect('walker')
    for (const { id } of first.body.items)
      await notes.service.client.connectedAccounts.delete({ params: { nanoid: id } })
    const second = await list(
      `user_ids=walker&cursor=${encodeURIComponent(first.body.next_cursor)}`,
    )
    const third = await list(
      `user_ids=walker&cursor=${encodeURIComponent(second.body.next_cursor)}`,
    )

    expect(second.body).toMatchObject({ items: { length: 3 }, total_items: 7, current_page: 2 })
    expect(third.body).toMatchObject({
      items: { length: 3 },
      total_items: 7,
      current_page: 3,
      next_cursor: null,
    })
    const seen = [...first.body.items, ...second.body.items, ...third.body.items].map(
      ({ id }: { id: string }) => id,
    )
    expect(new Set(seen).size).toBe(9)
  })

  it('are found by page and limit alone too', async () => {
    verifies('conventions.cursor')
    for (let number = 0; number < 5; number += 1) await notes.connect('counter')
    const all = (await list('user_ids=counter')).body.items.map(({ id }: { id: string }) => id)
    for (const [page, expected] of [
      [1, all.slice(0, 2)],
      [2, all.slice(2, 4)],
      [3, all.slice(4)],
      [4, []],
    ] as const) {
      const { body } = await list(`user_ids=counter&cursor=${encode(`${page}.2`)}`)
      expect(body).toMatchObject({
        total_items: 5,
        total_pages: 3,
        current_page: page,
        next_cursor: page < 3 ? expect.any(String) : null,
      })
      expect(body.items.map(({ id }: { id: string }) => id)).toEqual(expected)
    }
  })

  it('have exact totals under every filter, also after changes', async () => {
    verifies('conventions.page.total')
    const ids: string[] = []
    for (let number = 0; number < 4; number += 1)
      ids.push(await notes.connect(`total${number % 2}`))
    const totalOf = async (query: string) => (await list(query)).body.total_items
    expect(await totalOf('user_ids=total0')).toBe(2)
    expect(await totalOf('user_ids=total0,total1,total1')).toBe(4)
    expect(await totalOf('user_ids=total0&statuses=ACTIVE')).toBe(2)
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: ids[0] ?? '' },
      body: { enabled: false },
    })
    expect(await totalOf('user_ids=total0&statuses=ACTIVE')).toBe(1)
    expect(await totalOf('statuses=INACTIVE')).toBe(1)
    await notes.service.client.connectedAccounts.delete({ params: { nanoid: ids[0] ?? '' } })
    expect(await totalOf('statuses=INACTIVE')).toBe(0)
    expect(await totalOf('user_ids=total0')).toBe(1)
    expect(await totalOf('connected_account_ids=' + ids.join(','))).toBe(3)
  })

  it('refuse a place that no page gave', async () => {
    verifies('conventions.cursor')
    const time = '2026-11-21T12:00:00.000Z'
    for (const text of [
      `2.3.${time}`,
      `2.3.${time}.`,
      `2.3.${time}.ca_1.more`,
      `2.3.2026-11-21.ca_1`,
      `2.3.${time}.ca'1`,
      `2.3.${time}.${'a'.repeat(65)}`,
      `0.3.${time}.ca_1`,
      `2.1001.${time}.ca_1`,
    ]) {
      expect((await list(`cursor=${encode(text)}`)).status, text).toBe(400)
    }
    // It carries no authority and is of the right form: it is the place of an account that may have
    // been deleted.
    expect((await list(`cursor=${encode(`2.3.${time}.ca_1`)}`)).status).toBe(200)
  })
})
