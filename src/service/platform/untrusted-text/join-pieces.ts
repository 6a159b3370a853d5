import { setImmediate } from 'node:timers/promises'
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { createJoin } from './join-value.ts'
import type { Piece } from './split-value.ts'

/** Joins the pieces that a thread has sent, one at a time, to keep the event loop responsive. */
export const joinPieces = async (received: MessagePort): Promise<unknown> => {
  const whole = createJoin()
  for (;;) {
    const next = receiveMessageOnPort(received) as { message: Piece } | undefined
    if (!next) throw new Error('A value arrived incomplete')
    if (whole.take(next.message)) return whole.value()
    await setImmediate()
  }
}
