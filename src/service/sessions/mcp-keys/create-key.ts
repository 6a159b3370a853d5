import { createSecret } from '../../platform/ids.ts'
import { hashToken } from '../../platform/secrets/index.ts'

/** Creates a key of an MCP endpoint, with the values that are stored. */
export const createKey = (): { key: string; stored: { key_hash: string; key_hint: string } } => {
  const key = createSecret('pbm_', 160)
  return { key, stored: { key_hash: hashToken(key), key_hint: key.slice(-4) } }
}
