import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'
import { exhaustions, scriptAttempts, shellAttempts } from './escape-attempts.ts'
import { startOpenWorkbench, type OpenWorkbench } from './start-workbench.ts'

const secret = 'canary-5e2f1b'

let notes: NotesService
let outside: Upstream
let folder: string
let workbench: OpenWorkbench
let places: Record<string, string>

beforeAll(async () => {
  process.env['WORKBENCH_CANARY'] = secret
  folder = await mkdtemp(join(tmpdir(), 'plugboard-canary-'))
  await writeFile(join(folder, 'canary.txt'), secret)
  outside = await startUpstream((_request, response) => json(response, 200, { secret }), {
    keep: true,
  })
  notes = await startNotesService()
  await notes.connect('ada')
  const { port } = new URL(outside.url)
  places = {
    FILE: join(folder, 'canary.txt'),
    OUT: join(folder, 'out.txt'),
    URL: outside.url,
    PORT: port,
    ACCOUNT: await notes.connect('eve'),
  }
  workbench = await startOpenWorkbench(notes, {
    tools: { notes: { disable: ['NOTES_DELETE_NOTE'] } },
  })
})
afterAll(async () => {
  delete process.env['WORKBENCH_CANARY']
  await notes.close()
  await outside.close()
  await rm(folder, { recursive: true })
})

const fill = (code: string) =>
  code.replaceAll(/@([A-Z]+)@/g, (all, name: string) => places[name] ?? all)

const chunks = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Nothing of the host was shown, reached or changed. */
const expectNothingGot = async (answer: unknown): Promise<void> => {
  const shown = JSON.stringify(answer)
  for (const what of [
    secret,
    'root:x:',
    'root:*:',
    'PLUGBOARD_',
    'TEST_DATABASE_URL',
    `got ${hostname()}\\n`,
    `"pid":${process.pid}`,
  ])
    expect(shown).not.toContain(what)
  expect(outside.received).toEqual([])
  expect(await readdir(folder)).toEqual(['canary.txt'])
  expect(await readFile(join(folder, 'canary.txt'), 'utf8')).toBe(secret)
  expect(notes.upstream.received.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
}

describe('code in the workbench', () => {
  it.each(
    chunks(Object.entries(scriptAttempts), 25).map((chunk, index) => [index + 1, chunk] as const),
  )('finds no way out in JavaScript (part %i)', async (_part, attempts) => {
    verifies('workbench.escapes')
    const show =
      'const show = (value) => { let text = value; try { if (typeof value !== "string") text = JSON.stringify(value) } catch {} console.log("got", String(text).slice(0, 300)) };'
    const code = attempts.map(
      ([name, attempt]) =>
        `try { await (async () => { ${fill(attempt)} })() } catch (error) { console.log('refused', String(error && error.message).slice(0, 200)) } console.log(${JSON.stringify(`tried: ${name}`)})`,
    )
    const { data } = await workbench.javascript(`${show}\n${code.join('\n')}`)
    await expectNothingGot(data)
    const stdout = String(data['stdout'])
    for (const [name] of attempts) expect(stdout).toContain(`tried: ${name}\n`)
    expect(stdout).not.toMatch(/^got true$/m)
    expect(stdout).not.toMatch(/^got (?:yes|1)$/m)
  })

  it.each(
    chunks(Object.entries(shellAttempts), 10).map((chunk, index) => [index + 1, chunk] as const),
  )('finds no way out in bash (part %i)', async (_part, attempts) => {
    verifies('workbench.escapes')
    const { data } = await workbench.bash(
      attempts.map(([name, attempt]) => `( ${fill(attempt)}\n)\necho "tried: ${name}"`).join('\n'),
    )
    await expectNothingGot(data)
    for (const [name] of attempts) expect(data['stdout']).toContain(`tried: ${name}\n`)
  })

  it('has at least a hundred attempts made at it', () => {
    verifies('workbench.escapes')
    expect(
      Object.keys(scriptAttempts).length + Object.keys(shellAttempts).length + exhaustions.length,
    ).toBeGreaterThanOrEqual(100)
  })

  it.runIf(isThorough)(
    'is ended where it would take everything, while the service answers others',
    async () => {
      verifies('workbench.limits', 'workbench.others-meanwhile')
      // Only here is code to run out of time; everywhere else a busy machine would end it.
      const hurried = await startNotesService({ workbenchMs: 2500 })
      await hurried.connect('ada')
      const exhausted = await startOpenWorkbench(hurried, {})
      const others = { done: false, answered: 0 }
      const asking = (async () => {
        while (!others.done) {
          expect((await hurried.service.request('GET', '/healthz')).status).toBe(200)
          expect(
            (
              await hurried.service.client.sessions.execute({
                ...exhausted.session,
                body: { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } },
              })
            ).error,
          ).toBeNull()
          others.answered += 1
        }
      })()
      for (const some of chunks(exhaustions, 3)) {
        const answers = await Promise.all(
          some.map(({ language, code }) =>
            exhausted.run('SVC_REMOTE_WORKBENCH', { language, code }),
          ),
        )
        for (const [index, answer] of answers.entries()) {
          const isOver = answer.error !== null || Number(answer.data['exit_code']) === 0
          expect(isOver, some[index]?.name).toBe(true)
          await expectNothingGot(answer)
        }
      }
      others.done = true
      await asking
      expect(others.answered).toBeGreaterThan(0)
      // A machine that is still busy may make a first one late.
      await expect
        .poll(async () => (await exhausted.javascript('return 1 + 1')).data)
        .toMatchObject({ result: 2, exit_code: 0 })
      await hurried.close()
    },
    300_000,
  )
})
