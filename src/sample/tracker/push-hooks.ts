import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Comment, Hook } from './schemas.ts'

const tries = 4
const pauseMs = 1_000

/** Notifies all subscribers of a new comment, with a signature and retries. */
export const pushComment = (hooks: Iterable<Hook>, comment: Comment): void => {
  const project = comment.issue_id.split('-')[0]?.toLowerCase()
  for (const hook of hooks)
    if (hook.project === null || hook.project === project)
      void push(hook, { event: 'comment.added', comment })
}

const push = async (
  { url, secret }: Hook,
  event: { event: string; comment: Comment },
): Promise<void> => {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json',
    'x-tracker-event': event.event,
    'x-tracker-delivery': randomUUID(),
    'x-tracker-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const status = await send(url, { method: 'POST', headers, body })
    if (status !== undefined && status < 500) return
    if (attempt < tries) await sleep(pauseMs * attempt, undefined, { ref: false })
  }
}

/** Undefined if there was no answer. */
const send = async (url: string, request: RequestInit): Promise<number | undefined> => {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}
