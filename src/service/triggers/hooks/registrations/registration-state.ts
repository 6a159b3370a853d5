import { z } from 'zod'
import { unlessDamaged } from '../../../platform/secrets/index.ts'
import type { Project } from '../../../endpoint/index.ts'
import { openField, sealField } from '../../sealed-fields.ts'
import type { TriggerInstanceRow } from '../../store.ts'

/** The registration of an instance's address at the provider; shown as `trigger_data`. */
const registrationState = z.object({
  /**
   * `manual`: a person enters the `hook_url` in the provider's console. `failed`: it will be tried
   * again, or the instance is disabled.
   */
  status: z.enum(['manual', 'pending', 'registered', 'failed', 'unregistered']),
  hook_url: z.string().optional(),
  /** Received in a handshake, if a person has to paste it into the provider's console. */
  secret: z.string().optional(),
  /** The kept values of the provider's answer. */
  registration: z.record(z.string(), z.unknown()).optional(),
  /** For a registration with a lifetime: its beginning, its end, and the time of its renewal. */
  registered_at: z.string().optional(),
  expires_at: z.string().optional(),
  renew_at: z.string().optional(),
  error: z.string().optional(),
})
export type RegistrationState = z.output<typeof registrationState>

export const openRegistration = (project: Project, row: TriggerInstanceRow): RegistrationState => {
  const text = unlessDamaged(
    () => openField(project, row, 'trigger_data'),
    () => null,
  )
  return text === null ? { status: 'pending' } : registrationState.parse(JSON.parse(text))
}

export const sealRegistration = (project: Project, id: string, state: RegistrationState): string =>
  sealField(project, id, 'trigger_data', state)
