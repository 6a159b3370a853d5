import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import type { CaseRun } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'
import { createRunners, serveModel, weatherCase } from './serve-model.ts'

const cases = Array.from({ length: isThorough ? 500 : 15 }, (_, index) =>
  weatherCase(`case-${index}`),
)

test('strict replay opens no socket and gives the same bytes each time', async () => {
  verifies('evals.strict')
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  {
    await using model = await serveModel()
    const cassettes = openCassettes({ folder })
    for (const evalCase of cases) await model.runners.openai.run(evalCase, { cassettes })
  }
  // What other files left in this process may open sockets of its own.
  const inside = new AsyncLocalStorage<true>()
  const opened = vi.fn<() => never>(() => {
    throw new Error('No socket may be opened')
  })
  const { connect } = Socket.prototype
  Socket.prototype.connect = new Proxy(connect, {
    apply: (target, socket, args) => {
      if (inside.getStore()) opened()
      return Reflect.apply(target, socket, args)
    },
  })

  const replay = (): Promise<CaseRun[]> =>
    inside.run(true, async () => {
      const cassettes = openCassettes({ folder, mode: 'strict' })
      const runs: CaseRun[] = []
      for (const runner of Object.values(createRunners('http://127.0.0.1:59999/v1'))) {
        for (const evalCase of cases) runs.push(await runner.run(evalCase, { cassettes }))
      }
      return runs
    })
  try {
    const started = performance.now()
    const runs = await replay()
    if (isThorough)
      console.log(`${runs.length} runs in ${Math.round(performance.now() - started)} ms`)

    expect(runs.filter(({ error }) => error !== undefined)).toEqual([])
    expect(runs.every(({ steps }) => steps.length === 2)).toBe(true)
    expect(JSON.stringify(await replay())).toBe(JSON.stringify(runs))
    expect(opened).not.toHaveBeenCalled()

    const live = await inside.run(true, () =>
      createRunners('http://127.0.0.1:59999/v1').openai.run(cases[0] ?? weatherCase('one'), {}),
    )
    expect(live.error?.kind).toBe('infrastructure')
    expect(opened).toHaveBeenCalled()
  } finally {
    Socket.prototype.connect = connect
  }
}, 300_000)
