import { rate } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { runScript } from '../processes/run-script.ts'
import { startService } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const rounds = 7

/**
 * Wall time from the spawn of `plugboard dev` to its ready line, against a Node process that does
 * nothing.
 */
export const measureDevReady: Part = async (built, say) => {
  const times = { empty: [] as number[], fresh: [] as number[], existing: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    say(`ready: round ${round} of ${rounds}`)
    const { wallMs } = await runScript(built.consumer, '')
    const fresh = await startService(built)
    await fresh.stop()
    const existing = await startService(built, { folder: fresh.folder })
    await existing.stop()
    // The first round fills caches, Node's compile cache among them.
    if (round === 0) continue
    times.empty.push(wallMs)
    times.fresh.push(fresh.readyMs)
    times.existing.push(existing.readyMs)
  }
  const ms = (name: keyof typeof times) => ({ value: median(times[name]), unit: 'ms' as const })
  const reference = { ...ms('empty'), name: 'empty Node start' }
  return [
    rate({
      name: 'dev ready, fresh folder',
      ours: ms('fresh'),
      reference,
      bar: { of: 'ratio', atMost: 20 },
    }),
    rate({
      name: 'dev ready, existing folder',
      ours: ms('existing'),
      reference,
      bar: { of: 'ratio', atMost: 10 },
    }),
  ]
}
