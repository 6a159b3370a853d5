import type { TemplateValues } from '../../requests/fill-template.ts'
import type { Owner, ProviderKeys } from './provider-keys.ts'

/** What the signature of a delivery is verified with. */
export type Known = {
  /** Secrets, or public keys as text; any of them may have signed. */
  secrets: readonly string[]
  /** The address of the hook, as it was registered. */
  url: string
  now: Date
  /** `config`, `registration` and `auth_config`, for the templates of a signature. */
  values: TemplateValues
  providerKeys: ProviderKeys
  owner: Owner
}

/** The keys of a signature cannot be fetched now, so a delivery can neither be accepted nor refused. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}
