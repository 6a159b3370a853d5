import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Overlay } from '../../../contract/recipe/recipe.ts'
import { quote } from '../../platform/quote.ts'
import {
  createThreadPool,
  ThreadLimitError,
  type ThreadLimits,
} from '../../platform/threads/index.ts'
import { joinPieces, splitValue } from '../../platform/untrusted-text/index.ts'
import type { ImportWarning } from '../import-warning.ts'
import type { UnusedAction } from './apply-overlay.ts'
import type { OverlayDone, OverlayTask } from './overlay-worker.ts'
import { OverlayProblem } from './overlay-problem.ts'

const threadLimits = { workers: 1, timeoutMs: 20_000, memoryMb: 2048 }

/**
 * A description as an overlay corrects it, and a warning for each action that fits nothing. Runs in
 * a thread, since one query over a large description may take minutes. Throws an `OverlayProblem`.
 */
export const overlayDocument = async (
  description: unknown,
  { actions }: Overlay,
  limits = threadLimits,
): Promise<{ document: unknown; warnings: ImportWarning[] }> => {
  const url = new URL(`./overlay-worker${extname(import.meta.filename)}`, import.meta.url)
  const thread = createThreadPool<OverlayTask, OverlayDone>(url, limits)
  const { port1: own, port2: pieces } = new MessageChannel()
  try {
    const sent = sendPieces(own, description)
    const task = { message: { actions, pieces }, transfer: [pieces] }
    return await thread.run(task, async (done) => {
      await sent
      if ('problem' in done) throw new OverlayProblem(done.problem)
      const document = await joinPieces(own)
      return { document, warnings: done.unused.map((action) => toWarning(action, actions)) }
    })
  } catch (error) {
    throw error instanceof ThreadLimitError ? tooMuch(error, limits) : error
  } finally {
    own.close()
    await thread.close()
  }
}

const unlimited = { maximumValues: Number.POSITIVE_INFINITY, maximumDepth: 10_000 }

/** One piece at a time, to keep the event loop responsive. */
const sendPieces = async (port: MessagePort, description: unknown): Promise<void> => {
  for (const piece of splitValue(description, unlimited)) {
    port.postMessage(piece)
    await setImmediate()
  }
}

const tooMuch = (cause: ThreadLimitError, { timeoutMs }: ThreadLimits): OverlayProblem =>
  new OverlayProblem(
    `recipe.description.overlay: takes ${cause.limit === 'memory' ? 'too much memory' : `longer than ${timeoutMs / 1000} s`}; write targets without ".." and filters`,
    { cause },
  )

const toWarning = ({ index, why }: UnusedAction, actions: Overlay['actions']): ImportWarning => {
  const target = quote(actions[index]?.target ?? '', 300)
  const problems = {
    'no match': `the description has no ${target}`,
    'not mergeable': `${target} selects a value that the update cannot be merged with`,
    'the root': 'the whole description cannot be removed',
  }
  return {
    code: 'recipe_unmatched',
    message: `recipe.description.overlay.actions.${index}.target: ${problems[why]}`,
    fix:
      why === 'no match'
        ? 'Correct the target, or leave the action out'
        : 'Select the object or list that holds the value',
  }
}
