import { expect, it } from 'vitest'
import { planRetention } from '../../../src/service/plans/retention.ts'
import { deleteExpired } from '../../../src/service/platform/retention/index.ts'
import { createLearnedPlans } from '../../../src/service/plans/learned/learned-plans.ts'
import { createLearning } from '../../../src/service/plans/learned/learning.ts'
import { createObservations } from '../../../src/service/plans/learned/observations.ts'
import {
  createSecrets,
  parseKeyRing,
  SecretsError,
} from '../../../src/service/platform/secrets/index.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

const start = async (database: TemporaryDatabase) => {
  const { parts, project: one, passMinutes } = await createSessionParts(database)
  const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 9).toString('base64')}`))
  const two: Project = {
    ...one,
    id: 'pr_2',
    dataKey: secrets.open('pr_2', secrets.createDataKey('pr_2')),
  }
  const projects = new Map([one, two].map((project) => [project.id, project]))
  const damaged = new Set<string>()
  const errors: unknown[] = []
  const observations = createObservations({ database, onError: (error) => errors.push(error) })
  const learning = createLearning({
    ...parts,
    projects: {
      get: async (id) => {
        if (damaged.has(id)) throw new SecretsError('Its data key cannot be decrypted')
        return projects.get(id)
      },
    },
    catalog: { listVersionsOfTools: async () => new Map() },
  })
  return {
    one,
    two,
    projects,
    damaged,
    errors,
    observations,
    learning,
    learned: createLearnedPlans({ database }),
    passMinutes,
    clock: parts.clock,
    /** Has a user run the tools one after the other, a minute each; `!422` is how one failed. */
    run: async (user: string, tools: string, { project = one, session = `trs_${user}` } = {}) => {
      for (const [tool = '', failure = null] of tools.split(' ').map((text) => text.split('!'))) {
        const startedAt = parts.clock.now().toISOString()
        passMinutes(1)
        observations.note(
          { id: session, project, config: { user_id: user } },
          { tool, failure, startedAt, finishedAt: parts.clock.now().toISOString() },
        )
      }
      await observations.finish()
    },
    /** What is learned once everyone has been quiet for a while. */
    learn: async () => {
      passMinutes(11)
      await learning.learn()
    },
  }
}

const tables = ['session_plan_steps', 'session_plan_facts', 'session_plan_users'] as const

/** All rows of the tables of plans. */
const dump = async (
  database: TemporaryDatabase,
): Promise<Record<(typeof tables)[number], Record<string, unknown>[]>> => {
  const db = database.handle.withTables<Record<(typeof tables)[number], Record<string, unknown>>>()
  const rows = await Promise.all(
    tables.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()]),
  )
  return Object.fromEntries(rows)
}

const all = ['A', 'B', 'C', 'D', 'E', 'F']

describeEachEngine('a sequence of tools', (open) => {
  it('is a plan after three users, and neither after two nor after one that ran it often', async () => {
    verifies('plans.learned.users', 'plans.learned.plan-id')
    const { one, run, learn, learned } = await start(await open({ migrated: true }))
    for (const session of ['trs_1', 'trs_2', 'trs_3', 'trs_4']) await run('ada', 'A B', { session })
    await run('bob', 'A B')
    await learn()
    expect(await learned.listSequences(one, all)).toEqual([])

    await run('cyd', 'A B')
    await learn()
    const [plan] = await learned.listSequences(one, all)
    expect(plan).toEqual({
      id: expect.stringMatching(/^plan_[0-9a-f]{24}$/),
      stages: [['A'], ['B']],
      users: 3,
      seen: 6,
      seenWithFailure: 0,
    })

    await run('dan', 'A B!500 B')
    await learn()
    expect(await learned.listSequences(one, all)).toEqual([
      { ...plan, users: 4, seen: 7, seenWithFailure: 1 },
    ])
  })

  it('counts in that order alone, also where more was run before or after', async () => {
    verifies('plans.learned.users', 'plans.learned.order')
    const { one, run, learn, learned } = await start(await open({ migrated: true }))
    await run('ada', 'A B C')
    await run('bob', 'D A B')
    await run('cyd', 'B A')
    await learn()
    expect(await learned.listSequences(one, all)).toEqual([])
    await run('dan', 'A B E')
    await learn()
    expect((await learned.listSequences(one, all)).map(({ stages }) => stages.flat())).toEqual([
      ['A', 'B'],
    ])
  })

  it('is learned when its run is over, and of a run that never rests after an hour', async () => {
    verifies('plans.learned.bounded')
    const database = await open({ migrated: true })
    const { run, learning, passMinutes } = await start(database)
    await run('ada', 'A B')
    passMinutes(9)
    await learning.learn()
    expect(await dump(database)).toMatchObject({
      session_plan_steps: [{ tool_slug: 'A' }, { tool_slug: 'B' }],
      session_plan_facts: [],
    })
    for (let turn = 0; turn < 7; turn += 1) {
      await run('ada', 'A B')
      passMinutes(6)
    }
    await learning.learn()
    expect(await dump(database)).toMatchObject({
      session_plan_steps: [],
      session_plan_facts: [{ users: 1 }, { users: 1 }],
    })
  })

  it('is learned once, though two nodes want to', async () => {
    verifies('plans.learned.users')
    const { one, run, learning, learned, passMinutes } = await start(await open({ migrated: true }))
    for (const user of ['ada', 'bob', 'cyd']) await run(user, 'A B')
    passMinutes(11)
    await Promise.all([learning.learn(), learning.learn()])
    expect(await learned.listSequences(one, all)).toMatchObject([{ users: 3, seen: 3 }])
  })

  it('keeps neither who ran it nor in which session, and hashes of them that only the project could make', async () => {
    verifies('plans.learned.nothing-personal')
    const database = await open({ migrated: true })
    const { two, run, learn } = await start(database)
    await run('ada@example.com', 'A B!422 C B', { session: 'trs_secret' })
    await run('ada@example.com', 'A B', { project: two, session: 'trs_secret' })
    const noted = await dump(database)
    expect(noted.session_plan_steps).toHaveLength(6)
    expect(Object.keys(noted.session_plan_steps[0] ?? {}).toSorted()).toEqual([
      'failure',
      'finished_at',
      'id',
      'project_id',
      'run_key',
      'started_at',
      'tool_slug',
      'user_key',
    ])
    expect(new Set(noted.session_plan_steps.map((row) => row['user_key'])).size).toBe(2)
    await learn()
    const learned = await dump(database)
    expect(learned.session_plan_facts.length).toBeGreaterThan(3)
    expect(learned.session_plan_users).toHaveLength(learned.session_plan_facts.length)
    expect(JSON.stringify([noted, learned])).not.toMatch(/ada@|example|trs_secret/)
  })

  it('is neither noted nor learned nor answered for a project that stores no data', async () => {
    verifies('plans.learned.no-data')
    const database = await open({ migrated: true })
    const { one, projects, run, learn, learned } = await start(database)
    const silent: Project = {
      ...one,
      config: { ...one.config, log_visibility_setting: 'dont_store_data' },
    }
    await run('ada', 'A B', { project: silent })
    expect(await dump(database)).toEqual({
      session_plan_steps: [],
      session_plan_facts: [],
      session_plan_users: [],
    })

    await run('ada', 'A B')
    projects.set(one.id, silent)
    await learn()
    expect(await dump(database)).toEqual({
      session_plan_steps: [],
      session_plan_facts: [],
      session_plan_users: [],
    })

    projects.set(one.id, one)
    for (const user of ['ada', 'bob', 'cyd']) await run(user, 'A B A!404')
    await learn()
    expect([
      await learned.listSequences(one, all),
      await learned.listFailures(one, all),
    ]).toMatchObject([[{ users: 3 }], [{ users: 3 }]])
    expect([
      await learned.listSequences(silent, all),
      await learned.listFailures(silent, all),
    ]).toEqual([[], []])
  })

  it('is of one project alone', async () => {
    verifies('plans.learned.own-project')
    const { one, two, run, learn, learned } = await start(await open({ migrated: true }))
    for (const user of ['ada', 'bob', 'cyd']) await run(user, 'A B!422 C B')
    await run('dan', 'A B', { project: two })
    await learn()
    expect(await learned.listSequences(one, all)).not.toEqual([])
    expect([await learned.listSequences(two, all), await learned.listFailures(two, all)]).toEqual([
      [],
      [],
    ])
  })

  it('is forgotten when nobody has run it for 90 days', async () => {
    verifies('plans.learned.bounded')
    const database = await open({ migrated: true })
    const { one, run, learn, learned, clock, passMinutes } = await start(database)
    for (const user of ['ada', 'bob', 'cyd']) await run(user, 'A B')
    await learn()
    passMinutes(89 * 24 * 60)
    await deleteExpired(database.handle, planRetention, clock.now())
    expect(await learned.listSequences(one, all)).toHaveLength(1)
    passMinutes(24 * 60)
    await deleteExpired(database.handle, planRetention, clock.now())
    expect(await dump(database)).toEqual({
      session_plan_steps: [],
      session_plan_facts: [],
      session_plan_users: [],
    })
  })

  it('counts twenty users and then no more', async () => {
    verifies('plans.learned.bounded')
    const database = await open({ migrated: true })
    const { one, run, learn, learned } = await start(database)
    for (let user = 0; user < 22; user += 1) await run(`user ${user}`, 'A B')
    await learn()
    expect(await learned.listSequences(one, all)).toMatchObject([{ users: 20, seen: 22 }])
    expect((await dump(database)).session_plan_users).toHaveLength(20)
  })

  it('gives way to those of more users when a project has too many', async () => {
    verifies('plans.learned.bounded')
    const database = await open({ migrated: true })
    const { one, run, learn, learned } = await start(database)
    const fact = (index: number) => ({
      id: `plan_${index}`,
      project_id: one.id,
      kind: 'sequence',
      tool_slug: 'X',
      content: '{}',
      users: index < 4998 ? 2 : 1,
      seen: 1,
      seen_with_failure: 0,
      last_seen_at: `2026-10-01T00:00:0${index % 10}.000Z`,
    })
    for (let from = 0; from < 6600; from += 300) {
      await database.handle
        .withTables<{ session_plan_facts: ReturnType<typeof fact> }>()
        .insertInto('session_plan_facts')
        .values(Array.from({ length: 300 }, (_unused, index) => fact(from + index)))
        .execute()
    }
    for (const user of ['ada', 'bob', 'cyd']) await run(user, 'A B')
    await learn()
    const facts = (await dump(database)).session_plan_facts
    expect(facts).toHaveLength(5000)
    expect(facts.filter(({ users }) => users === 1)).toEqual([
      expect.objectContaining({ last_seen_at: '2026-10-01T00:00:09.000Z' }),
    ])
    expect(await learned.listSequences(one, all)).toMatchObject([{ users: 3 }])
  })
})

describeEachEngine('a failure', (open) => {
  it('is told after three users, and with what helped', async () => {
    verifies('plans.learned.pitfalls')
    const { one, run, learn, learned } = await start(await open({ migrated: true }))
    for (const user of ['ada', 'bob']) await run(user, 'B!422 A B')
    await learn()
    expect(await learned.listFailures(one, all)).toEqual([])
    await run('cyd', 'B!422 A B')
    await run('dan', 'B!422')
    await learn()
    expect(await learned.listFailures(one, all)).toEqual([
      { tool: 'B', failure: '422', before: null, users: 4 },
      { tool: 'B', failure: '422', before: 'A', users: 3 },
    ])
    expect(await learned.listFailures(one, ['A'])).toEqual([])
  })
})

describeEachEngine('notes that cannot be written', (open) => {
  it('are lost, and the next are written again', async () => {
    verifies('plans.learned.never-fails-a-call')
    const database = await open({ migrated: true })
    const { run, errors } = await start(database)
    const { schema } = database.handle
    await schema.alterTable('session_plan_steps').renameTo('away').execute()
    await run('ada', 'A B')
    expect(errors).toHaveLength(1)
    await schema.alterTable('away').renameTo('session_plan_steps').execute()
    await run('ada', 'C')
    expect((await dump(database)).session_plan_steps).toMatchObject([{ tool_slug: 'C' }])
  })

  it('of a project that cannot be opened keeps nobody else from being learned from', async () => {
    const database = await open({ migrated: true })
    const { learn, run, one, two, damaged, learned } = await start(database)
    await run('ada', 'A B C')
    damaged.add(one.id)
    for (const user of ['bea', 'cat', 'dan']) await run(user, 'D E', { project: two })
    await learn()
    expect((await dump(database)).session_plan_steps).toEqual([])
    expect(await learned.listSequences(two, all)).toMatchObject([{ users: 3 }])
  })
})
