import { parentPort, type MessagePort } from 'node:worker_threads'
import type { Overlay } from '../../../contract/recipe/recipe.ts'
import { PublicError } from '../../platform/public-error.ts'
import {
  createJoin,
  documentLimits,
  splitValue,
  type Piece,
} from '../../platform/untrusted-text/index.ts'
import { applyOverlay, type UnusedAction } from './apply-overlay.ts'
import { maximumDepth } from './json-path.ts'

/** What to do with a description, which comes in pieces; the changed one goes back the same way. */
export type OverlayTask = { actions: Overlay['actions']; pieces: MessagePort }
export type OverlayDone = { unused: UnusedAction[] } | { problem: string }

const limits = {
  nodes: 100_000,
  values: documentLimits.maximumValues,
  characters: documentLimits.maximumBytes,
}
const resultLimits = { maximumValues: Number.POSITIVE_INFINITY, maximumDepth }

const apply = ({ actions, pieces }: OverlayTask, document: unknown): OverlayDone => {
  try {
    const unused = applyOverlay(document, actions, limits)
    for (const piece of splitValue(document, resultLimits)) pieces.postMessage(piece)
    return { unused }
  } catch (error) {
    if (error instanceof PublicError) return { problem: error.message }
    throw error
  }
}

parentPort?.on('message', (task: OverlayTask) => {
  const document = createJoin()
  task.pieces.on('message', (piece: Piece) => {
    if (!document.take(piece)) return
    task.pieces.removeAllListeners('message')
    parentPort?.postMessage(apply(task, document.value()))
  })
})
