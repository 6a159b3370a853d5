import { canonicalText } from '../../schema/compiler/json-value.ts'
import { hasRandomPart } from '../tools/has-random-part.ts'
import type { ModelCall } from '../tools/model-call.ts'
import { sha256Hex } from '../tools/sha256-hex.ts'

/** What a model called, and in which session. */
export type KeyedCall = ModelCall & {
  sessionId: string
  slug: string
  arguments: unknown
}

/**
 * Derives the idempotency key of a model's call, so that the call is executed once however often it
 * is made. Undefined if another call may have the same names.
 *
 * The key covers the tool and its arguments: another tool or other arguments are another call. The
 * session stands for the tool's version, since it keeps the versions of its creation.
 */
export const toIdempotencyKey = async ({
  id,
  conversation,
  step,
  sessionId,
  slug,
  arguments: given,
}: KeyedCall): Promise<string | undefined> => {
  const isUnique = hasRandomPart(id, slug)
  const isKnown = isUnique || conversation !== undefined
  if (id === '' || !(isKnown || (step !== undefined && hasRandomPart(step, slug)))) return undefined
  const names = [sessionId, conversation ?? null, isUnique ? null : (step ?? null), id, slug]
  const text = canonicalText([...names, given])
  return `call-${await sha256Hex(text)}`
}
