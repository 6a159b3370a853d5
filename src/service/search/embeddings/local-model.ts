import { extname } from 'node:path'
import { createThreadPool } from '../../platform/threads/index.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import type { LocalModules } from './local-modules.ts'
import type { LocalDone, LocalTask } from './local-worker.ts'

/** Of a few short texts; and of the start of the thread, which reads the weights. */
const taskTimeoutMs = 60_000
/** Some 100 ms of work, so that a search does not wait for long behind the texts of tools. */
const perCall = 4
/** The time of a text grows with its length; the beginning says what a tool is for. */
const maximumCharacters = 220
/** Reading the weights again takes half a second. */
const idleMs = 15 * 60_000

/**
 * A model for English that runs in a thread of this process, from packages that hold its weights:
 * no text leaves the machine.
 */
export const createLocalModel = (
  modules: LocalModules,
): EmbeddingModel & { close: () => Promise<void> } => {
  const pool = createThreadPool<LocalTask, LocalDone>(
    new URL(`./local-worker${extname(import.meta.filename)}`, import.meta.url),
    { workers: 1, timeoutMs: taskTimeoutMs, memoryMb: 512, idleMs },
  )
  const ask = (task: Omit<LocalTask, 'modules'>): Promise<LocalDone> =>
    pool.run({ message: { ...task, modules }, transfer: [] }, (done) => done)
  return {
    provider: 'local',
    modelId: 'universal-sentence-encoder-lite-en-1',
    maxEmbeddingsPerCall: perCall,
    maximumCharacters,
    timeoutMs: 5_000,
    // Measured over the use cases of `npm run bench:search`: more would lower the first place.
    share: 0.2,
    keepsFirst: true,
    // Of the requests there that no tool answers, nine in ten stay below.
    leastDeviations: 5,
    doEmbed: async ({ values, abortSignal }) => {
      abortSignal?.throwIfAborted()
      const { embeddings } = await ask({ values })
      return { embeddings }
    },
    knows: async (text) => (await ask({ values: [], judged: text })).knows,
    close: pool.close,
  }
}
