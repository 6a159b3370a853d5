import type { HookPlace } from '../../../contract/import-trigger-handshake.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { safeEqual } from '../../platform/secrets/index.ts'
import { triggerStore } from '../store.ts'
import { answerHandshake, oneLine, type HandshakeAnswer } from './answer-handshake.ts'
import { openHook, sealHook } from './hook-address.ts'
import { valueAt, type HookRequest } from './hook-request.ts'
import type { FoundHook, HookAnswer } from './receive-hook.ts'
import { signatureProblem } from './verify-signature.ts'

type Parts = { database: Database; clock: Clock }

/**
 * Answers a provider that makes sure of the address, and keeps the secret that it may send;
 * undefined where the request is no handshake.
 */
export const shakeHands = async (
  parts: Parts,
  found: FoundHook,
  request: HookRequest,
  { secret, url }: { secret: string | undefined; url: string },
): Promise<HookAnswer | undefined> => {
  const { webhook, source } = found
  const answer = answerHandshake(webhook.handshake, request, { config: source.config, secret, url })
  if (!answer) return undefined
  const problem =
    webhook.handshake?.signed && webhook.signature
      ? signatureProblem(webhook.signature, request, { secret, url, now: parts.clock.now() })
      : undefined
  if (problem !== undefined) return { status: 401, text: problem }
  if (
    webhook.secret?.from === 'handshake' &&
    !(await takeSecret(parts, found, request, webhook.secret))
  )
    return { status: 401, text: 'This is not the secret that was agreed on' }
  return toHookAnswer(answer)
}

/** The first one after a registration is kept; from then on only the same is agreed to. */
const takeSecret = async (
  { database }: Parts,
  { project, row }: FoundHook,
  request: HookRequest,
  place: HookPlace,
): Promise<boolean> => {
  const given = oneLine(valueAt(request, place))
  if (given === undefined) return false
  return database.transaction(async (transaction) => {
    const modified = await triggerStore(transaction).modify(
      project.id,
      { id: row.id },
      (current) => {
        const hook = current.disabled_at === null ? openHook(project, current) : undefined
        return hook && hook.secret === undefined
          ? { hook: sealHook(project, row.id, { ...hook, secret: given }) }
          : undefined
      },
    )
    if (!modified || modified.row.disabled_at !== null) return false
    const agreed = openHook(project, modified.row)?.secret
    return agreed !== undefined && safeEqual(agreed, given)
  })
}

const toHookAnswer = (answer: HandshakeAnswer): HookAnswer => {
  if ('text' in answer) return { status: 200, text: answer.text }
  if ('header' in answer)
    return { status: 200, text: '', headers: { [answer.header]: answer.value } }
  return {
    status: 200,
    text: JSON.stringify(answer.json),
    headers: { 'content-type': 'application/json' },
  }
}
