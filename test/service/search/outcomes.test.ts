import { expect, it } from 'vitest'
import { planRetention } from '../../../src/service/plans/retention.ts'
import { deleteScope } from '../../../src/service/platform/retention/index.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { createLearnedOutcomes } from '../../../src/service/plans/learned/learned-outcomes.ts'
import { createLearning } from '../../../src/service/plans/learned/learning.ts'
import { createObservations } from '../../../src/service/plans/learned/observations.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

const start = async (database: TemporaryDatabase) => {
  const { parts, project, passMinutes } = await createSessionParts(database)
  const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 9).toString('base64')}`))
  const other: Project = {
    ...project,
    id: 'pr_2',
    dataKey: secrets.open('pr_2', secrets.createDataKey('pr_2')),
  }
  const kept = new Set(['NOTES_PRO_LIST'])
  const subscribed = new Map<
    string,
    (event: { id: string; type: string; scope: string; data: unknown; at: string }) => Promise<void>
  >()
  const events = {
    ...parts.events,
    subscribe: (
      type: string,
      _name: string,
      handler: Parameters<typeof parts.events.subscribe>[2],
    ) => void subscribed.set(type, handler),
  }
  const learning = createLearning({
    ...parts,
    events,
    projects: { get: async (id) => [project, other].find((each) => each.id === id) },
    catalog: {
      listVersionsOfTools: async (_project, slugs) =>
        new Map(slugs.filter((slug) => kept.has(slug)).map((slug) => [slug, ['1']])),
    },
  })
  const observations = createObservations({
    database,
    onError: (error) => expect.unreachable(String(error)),
  })
  const outcomes = createLearnedOutcomes({ database, clock: parts.clock })
  const now = () => parts.clock.now().toISOString()
  return {
    project,
    other,
    observations,
    passMinutes,
    publish: (type: string, data: unknown, scope = project.id) =>
      subscribed.get(type)?.({ id: 'evt_1', type, scope, data, at: now() }),
    boosts: async (words: string[], of = project) =>
      Object.fromEntries((await outcomes(of, [words]))[0] ?? []),
    /** Has a user search for words, find `answered`, and run a tool. */
    use: async (
      user: string,
      words: string,
      tool: string,
      {
        answered = [tool],
        failure = null as string | null,
        session = `trs_${user}`,
        of = project,
      } = {},
    ) => {
      observations.noteSearch(
        { id: session, project: of, config: { user_id: user } },
        { words: words.split(' '), tools: answered, searchedAt: now() },
      )
      passMinutes(1)
      observations.note(
        { id: session, project: of, config: { user_id: user } },
        { tool, failure, startedAt: now(), finishedAt: now() },
      )
      await observations.finish()
    },
    learn: async () => {
      passMinutes(11)
      await learning.learn()
    },
  }
}

const tables = ['session_searches', 'session_plan_facts', 'session_plan_users'] as const

const dump = async (database: TemporaryDatabase) => {
  const db = database.handle.withTables<Record<(typeof tables)[number], Record<string, unknown>>>()
  return (
    await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  ).flat()
}

describeEachEngine('what searches led to', (open) => {
  it('lifts a tool once three users ran it with success, however often one does', async () => {
    verifies('search.outcomes.users')
    const { use, learn, boosts, other } = await start(await open({ migrated: true }))
    for (let turn = 0; turn < 5; turn += 1)
      await use('ada', 'invoice send', 'MAIL_SEND', { session: `trs_${turn}` })
    await use('bob', 'invoice send', 'MAIL_SEND')
    for (const user of ['cyd', 'dan', 'eve'])
      await use(user, 'invoice send', 'FAX_SEND', { failure: '422' })
    await learn()
    expect(await boosts(['invoice', 'send'])).toEqual({})

    await use('cyd', 'invoice', 'MAIL_SEND')
    await learn()
    const { MAIL_SEND: lifted = 0, ...rest } = await boosts(['invoice', 'send'])
    expect(lifted).toBeGreaterThan(0)
    expect(lifted).toBeLessThan(0.5)
    expect(rest).toEqual({})
    expect(await boosts(['ticket'])).toEqual({})
    expect(await boosts(['invoice'], other)).toEqual({})
  })

  it('tells less where the same words led to many tools, and counts for the search that answered the tool', async () => {
    verifies('search.outcomes.users')
    const { use, learn, boosts } = await start(await open({ migrated: true }))
    for (const user of ['ada', 'bob', 'cyd']) {
      await use(user, 'letter', 'MAIL_SEND')
      for (const tool of ['A', 'B', 'C'])
        await use(user, 'common', tool, { session: `trs_${user}_${tool}` })
      // Searched for something else in between.
      await use(user, 'weather', 'MAIL_READ', {
        answered: ['WEATHER_GET'],
        session: `trs_${user}_mail`,
      })
    }
    await learn()
    const sure = await boosts(['letter'])
    const unsure = await boosts(['common'])
    expect(sure['MAIL_SEND']).toBeGreaterThan(2 * (unsure['A'] ?? 1))
    expect(Object.keys(unsure)).toHaveLength(3)
  })

  it('keeps of the words only keyed hashes, and nothing under dont_store_data', async () => {
    verifies('search.outcomes.private')
    const database = await open({ migrated: true })
    const { use, learn, boosts, project } = await start(database)
    for (const user of ['ada-lovelace', 'bob', 'cyd']) await use(user, 'invoice', 'MAIL_SEND')
    const silent: Project = {
      ...project,
      config: { ...project.config, log_visibility_setting: 'dont_store_data' },
    }
    expect(await dump(database)).toHaveLength(3)
    for (const user of ['dan', 'eve', 'fay']) await use(user, 'salary', 'MAIL_SEND', { of: silent })
    expect(await dump(database)).toHaveLength(3)
    await learn()
    const text = JSON.stringify(await dump(database))
    for (const secret of ['invoice', 'ada-lovelace', 'trs_bob']) expect(text).not.toContain(secret)
    expect(text).toContain('MAIL_SEND')
    expect(await boosts(['invoice'], silent)).toEqual({})
  })

  it('fades, and goes with its toolkit and its project', async () => {
    verifies('search.outcomes.forgotten')
    const database = await open({ migrated: true })
    const { use, learn, boosts, passMinutes, publish } = await start(database)
    for (const user of ['ada', 'bob', 'cyd']) {
      await use(user, 'list', 'NOTES_LIST')
      await use(user, 'paper', 'NOTES_PRO_LIST', { session: `trs_${user}_pro` })
    }
    await learn()
    const fresh = (await boosts(['list']))['NOTES_LIST'] ?? 0
    passMinutes(30 * 24 * 60)
    expect((await boosts(['list']))['NOTES_LIST']).toBeCloseTo(fresh / 2, 3)

    await publish('toolkit.deleted', { toolkit: 'notes' })
    expect(await boosts(['list'])).toEqual({})
    expect(Object.keys(await boosts(['paper']))).toEqual(['NOTES_PRO_LIST'])
    await learn()
    await deleteScope(database.handle, planRetention, 'pr_1')
    expect(await dump(database)).toEqual([])
  })
})
