import { z } from 'zod'
import { createSecret } from '../../platform/ids.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { openField, sealField } from '../sealed-fields.ts'
import type { TriggerInstanceRow } from '../store.ts'

/**
 * The token of the address that events are pushed to, and the secret of their signatures once it is
 * known.
 */
const hook = z.object({ token: z.string(), secret: z.string().optional() })
export type Hook = z.output<typeof hook>

/** The unguessable part of an address. */
export const createHookToken = (): string => createSecret('hk_')

/**
 * The same for all instances under an auth config, or of a toolkit that needs none. It is derived
 * from the key of the project, so that the address stays the same however often instances are
 * deleted and created.
 */
export const sharedHookToken = (
  project: Project,
  { authConfigId, toolkit }: { authConfigId: string | null; toolkit: string },
): string => {
  const print = project.dataKey.fingerprint(toolkit, {
    record: authConfigId ?? project.id,
    field: 'hook',
  })
  return `hk_${Buffer.from(print, 'base64url').toString('hex').slice(0, 40)}`
}

export const sealHook = (project: Project, id: string, value: Hook): string =>
  sealField(project, id, 'hook', value)

/** Undefined if the instance has none, or it was damaged. */
export const openHook = (project: Project, row: TriggerInstanceRow): Hook | undefined => {
  const text = unlessDamaged(
    () => openField(project, row, 'hook'),
    () => null,
  )
  return text === null ? undefined : hook.parse(JSON.parse(text))
}

export const isHookToken = (text: string): boolean => /^hk_[0-9A-Za-z]{20,64}$/.test(text)

export const hookUrl = (publicUrl: string, { token }: Hook): string => `${publicUrl}/hooks/${token}`
