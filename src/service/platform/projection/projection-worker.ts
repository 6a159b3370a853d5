import { parentPort, type MessagePort } from 'node:worker_threads'
import { createJoin, splitValue, type Piece } from '../untrusted-text/index.ts'
import type { Limits } from './budget.ts'
import { compileExpression } from './compile-expression.ts'
import { evaluate } from './evaluate.ts'
import { ProjectionError } from './projection-error.ts'

/** An expression to evaluate; the value comes in pieces, and so goes the result. */
export type ProjectionTask = { expression: string; most: Limits; pieces: MessagePort }
export type ProjectionDone = { projected: true } | { problem: string }

const wide = { maximumValues: Number.POSITIVE_INFINITY, maximumDepth: 10_000 }

const project = ({ expression, most, pieces }: ProjectionTask, data: unknown): ProjectionDone => {
  try {
    const result = evaluate(compileExpression(expression), data, most)
    for (const piece of splitValue(result, wide)) pieces.postMessage(piece)
    return { projected: true }
  } catch (error) {
    if (error instanceof ProjectionError) return { problem: error.message }
    throw error
  }
}

parentPort?.on('message', (task: ProjectionTask) => {
  const value = createJoin()
  task.pieces.on('message', (piece: Piece) => {
    if (!value.take(piece)) return
    task.pieces.removeAllListeners('message')
    parentPort?.postMessage(project(task, value.value()))
  })
})
