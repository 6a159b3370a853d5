import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { seal, unseal } from './seal.ts'
import { SecretsError } from './secrets-error.ts'

/** Where a secret is stored. A value encrypted for one place can't be decrypted in another. */
export type SecretContext = { record: string; field: string }

/** The key that protects the secrets of one project. */
export type DataKey = {
  encrypt(plaintext: string | Uint8Array, context: SecretContext): string
  decrypt(ciphertext: string, context: SecretContext): string
  /** The same as `decrypt`, for bytes. */
  decryptBytes(ciphertext: string, context: SecretContext): Uint8Array
  /**
   * A keyed hash of a text in a place, to recognize it again; without the key it can't be guessed
   * by trying texts.
   */
  fingerprint(text: string, context: SecretContext): string
}

/**
 * Creates a data key from its unwrapped parts. A ciphertext is `v1.<version of the data
 * key>.<sealed>`.
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
        `Cannot decrypt ${nameOf(context)}: the stored text is not of the form v1.key.text`,
      )
    }
    if (keyVersion !== version)
      throw new SecretsError(
        `Cannot decrypt ${nameOf(context)}: it was encrypted with another data key`,
      )
    try {
      return unseal(key, sealed, additional(context))
    } catch (cause) {
      throw new SecretsError(
        `Cannot decrypt ${nameOf(context)}: the stored text was changed, or moved from another place`,
        { cause },
      )
    }
  }

  let ownKey: KeyObject | undefined
  /** A derived key: the data key itself is used for the cipher only. */
  const fingerprintKey = (): KeyObject =>
    (ownKey ??= createSecretKey(createHmac('sha256', key).update('fingerprint v1').digest()))

  return {
    encrypt(plaintext, context) {
      if (typeof plaintext === 'string' && !plaintext.isWellFormed())
        throw new SecretsError(
          `Cannot encrypt ${nameOf(context)}: the text contains half of a surrogate pair`,
        )
      return `v1.${version}.${seal(key, Buffer.from(plaintext), additional(context))}`
    },
    decrypt: (ciphertext, context) => decryptBytes(ciphertext, context).toString(),
    decryptBytes,
    fingerprint(text, { record, field }) {
      return createHmac('sha256', fingerprintKey())
        .update(JSON.stringify([project, record, field, text]))
        .digest('base64url')
    },
  }
}

const nameOf = ({ record, field }: SecretContext): string =>
  `field "${field}" of record "${record}"`
