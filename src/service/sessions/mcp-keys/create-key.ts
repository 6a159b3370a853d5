import { createSecret } from '../../platform/ids.ts'
import { hashToken } from '../../platform/secrets/index.ts'

/** A key of an MCP endpoint, and what is stored of it. */
export const createKey = (): { key: string; stored: { key_hash: string; key_hint: string } } => {
  const key = createSecret('pbm_', 160)
  return { key, stored: { key_hash: hashToken(key), key_hint: key.slice(-4) } }
}
