import { createHmac, type KeyObject } from 'node:crypto'
import { seal, unseal } from './seal.ts'
import { SecretsError } from './secrets-error.ts'

/** Where a secret is stored. What was encrypted for one place can't be decrypted in another. */
export type SecretContext = { record: string; field: string }

/** The key that protects the secrets of one project. */
export type DataKey = {
  encrypt(plaintext: string | Uint8Array, context: SecretContext): string
  decrypt(ciphertext: string, context: SecretContext): string
  /** As `decrypt`, for what was bytes. */
  decryptBytes(ciphertext: string, context: SecretContext): Uint8Array
  /**
   * The same for the same text in the same place, so that it is known again; without the key nobody
   * can try out which text it was.
   */
  fingerprint(text: string, context: SecretContext): string
}

/**
 * Makes a data key of its opened parts. A ciphertext is `v1.<version of the data key>.<sealed>`.
 */
export const createDataKey = (project: string, version: string, key: KeyObject): DataKey => {
  const additional = ({ record, field }: SecretContext) => [
    'secret v1',
    project,
    record,
    field,
    version,
  ]

  const decryptBytes = (ciphertext: string, context: SecretContext): Buffer => {
    const [format, keyVersion, sealed, ...rest] = ciphertext.split('.')
    if (format !== 'v1' || sealed === undefined || rest.length > 0) {
      throw new SecretsError(
        `Can't decrypt ${nameOf(context)}: the stored text is not of the form v1.key.text`,
      )
    }
    if (keyVersion !== version)
      throw new SecretsError(
        `Can't decrypt ${nameOf(context)}: it was encrypted with another data key`,
      )
    try {
      return unseal(key, sealed, additional(context))
    } catch (cause) {
      throw new SecretsError(
        `Can't decrypt ${nameOf(context)}: the stored text was changed, or moved from another place`,
        { cause },
      )
    }
  }

  return {
    encrypt(plaintext, context) {
      if (typeof plaintext === 'string' && !plaintext.isWellFormed())
        throw new SecretsError(
          `Can't encrypt ${nameOf(context)}: the text holds half of a surrogate pair`,
        )
      return `v1.${version}.${seal(key, Buffer.from(plaintext), additional(context))}`
    },
    decrypt: (ciphertext, context) => decryptBytes(ciphertext, context).toString(),
    decryptBytes,
    fingerprint(text, { record, field }) {
      // A key of its own: the data key itself is for the cipher alone.
      const ownKey = createHmac('sha256', key).update('fingerprint v1').digest()
      return createHmac('sha256', ownKey)
        .update(JSON.stringify([project, record, field, text]))
        .digest('base64url')
    },
  }
}

const nameOf = ({ record, field }: SecretContext): string =>
  `field "${field}" of record "${record}"`
