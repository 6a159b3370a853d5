import type { Log } from '../../platform/log.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import { toText } from '../requests/select-path.ts'
import { triggerStore } from '../store.ts'
import { toFoundHook, type FindHookParts, type FoundHook } from './find-hook.ts'
import { accountFingerprint, accountValue } from './hook-account.ts'
import { valueAt, type HookRequest } from './hook-request.ts'

/** A delivery to a shared address is for this many instances at most. */
const maximumRecipients = 500

/**
 * The instances that a delivery is for: the one of its address or, if that is shared, those whose
 * account the delivery names.
 */
export const findRecipients = async (
  parts: FindHookParts & { log: Log },
  found: FoundHook,
  token: string,
  request: HookRequest,
): Promise<FoundHook[]> => {
  const { project, row, webhook } = found
  if (webhook.address !== 'auth_config') return [found]
  // Types of one toolkit may name accounts in different ways, and share the address all the same.
  const rules = found.source.toolkit.definition.triggers.flatMap(
    ({ webhook: each }) => each?.account ?? [],
  )
  const given = rules.flatMap((rule) => textAt(request, rule) ?? [])
  const rows = await triggerStore(parts.database.handle).listByHook(
    hashToken(token),
    [...new Set(given)].map((value) => accountFingerprint(project, row.toolkit_slug, value)),
    maximumRecipients + 1,
  )
  if (rows.length > maximumRecipients)
    parts.log.warn(
      { project: project.id, toolkit: row.toolkit_slug },
      `A delivery is for more than ${maximumRecipients} trigger instances; the others do not get it`,
    )
  const recipients: FoundHook[] = []
  for (const each of rows.slice(0, maximumRecipients)) {
    const recipient = await toFoundHook(parts, project, each)
    if (recipient && isNamed(recipient, request)) recipients.push(recipient)
  }
  return recipients
}

/** The account may have been connected again, as another one, since the instance was created. */
const isNamed = ({ webhook: { account: rule }, source }: FoundHook, request: HookRequest) => {
  if (rule === undefined) return true
  const named = textAt(request, rule)
  return named !== undefined && named === accountValue(rule, source)
}

const textAt = (
  request: HookRequest,
  rule: NonNullable<FoundHook['webhook']['account']>,
): string | undefined => {
  const value = valueAt(request, { in: rule.in, name: rule.name })
  return value === undefined || value === null || value === '' ? undefined : toText(value)
}
