import type { HookPlace } from '../../../contract/import-trigger-handshake.ts'
import type { Database } from '../../platform/database/index.ts'
import { safeEqual } from '../../platform/secrets/index.ts'
import { triggerStore } from '../store.ts'
import { respondToHandshake, oneLine, type HandshakeResponse } from './respond-to-handshake.ts'
import type { FoundHook } from './find-hook.ts'
import { openHook, sealHook } from './hook-address.ts'
import type { HookResponse } from './hook-response.ts'
import { valueAt, type HookRequest } from './hook-request.ts'
import { openRegistration, sealRegistration } from './registrations/registration-state.ts'
import type { Known } from './signatures/known.ts'
import { signatureProblem } from './signatures/signature-problem.ts'

type Parts = { database: Database }

/**
 * Answers a request that verifies the address, and keeps the secret that it may bring; undefined
 * for any other request.
 */
export const handleHandshake = async (
  parts: Parts,
  found: FoundHook,
  request: HookRequest,
  known: Known,
): Promise<HookResponse | undefined> => {
  const {
    webhook: { handshake, signature, secret: from },
    source: { config },
  } = found
  const [secret] = known.secrets
  const answer = respondToHandshake(handshake, request, { config, secret, url: known.url })
  if (!handshake || !answer) return undefined
  const problem =
    handshake.signed && signature ? await signatureProblem(signature, request, known) : undefined
  if (problem !== undefined) return { status: 401, text: problem }
  if (from?.from === 'handshake' && !(await keepSecret(parts, found, request, from)))
    return { status: 401, text: 'Another secret was received in an earlier handshake' }
  return toHookAnswer(answer, handshake.status)
}

/** Keeps the first one after a registration; from then on only the same one is accepted. */
const keepSecret = async (
  { database }: Parts,
  { project, row }: FoundHook,
  request: HookRequest,
  place: HookPlace & { show: boolean },
): Promise<boolean> => {
  const given = oneLine(valueAt(request, place))
  if (given === undefined) return false
  return database.transaction(async (transaction) => {
    const modified = await triggerStore(transaction).modify(
      project.id,
      { id: row.id },
      (current) => {
        const hook = current.disabled_at === null ? openHook(project, current) : undefined
        if (!hook || hook.secret !== undefined) return undefined
        return {
          hook: sealHook(project, row.id, { ...hook, secret: given }),
          ...(place.show && {
            trigger_data: sealRegistration(project, row.id, {
              ...openRegistration(project, current),
              secret: given,
            }),
          }),
        }
      },
    )
    if (!modified || modified.row.disabled_at !== null) return false
    const kept = openHook(project, modified.row)?.secret
    return kept !== undefined && safeEqual(kept, given)
  })
}

const toHookAnswer = (answer: HandshakeResponse, status: 200 | 204): HookResponse => {
  if ('text' in answer) return { status, text: answer.text }
  if ('header' in answer)
    return { status: 200, text: '', headers: { [answer.header]: answer.value } }
  return {
    status: 200,
    text: JSON.stringify(answer.json),
    headers: { 'content-type': 'application/json' },
  }
}
