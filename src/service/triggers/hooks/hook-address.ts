import { z } from 'zod'
import { createSecret } from '../../platform/ids.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { openField, sealField } from '../sealed-fields.ts'
import type { TriggerInstanceRow } from '../store.ts'

/**
 * Where an instance's events are pushed to, and the secret they are signed with, once it is known.
 */
const hook = z.object({ token: z.string(), secret: z.string().optional() })
export type Hook = z.output<typeof hook>

/** Part of an address nobody can guess. */
export const createHookToken = (): string => createSecret('hk_')

export const sealHook = (project: Project, id: string, value: Hook): string =>
  sealField(project, id, 'hook', value)

/** Undefined where the instance has none, or what was stored of it was damaged. */
export const openHook = (project: Project, row: TriggerInstanceRow): Hook | undefined => {
  const text = unlessDamaged(
    () => openField(project, row, 'hook'),
    () => null,
  )
  return text === null ? undefined : hook.parse(JSON.parse(text))
}

export const isHookToken = (text: string): boolean => /^hk_[0-9A-Za-z]{20,64}$/.test(text)

export const hookUrl = (publicUrl: string, { token }: Hook): string => `${publicUrl}/hooks/${token}`
