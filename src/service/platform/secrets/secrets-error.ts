/** Something could not be encrypted or decrypted. The message names the key version, record or field concerned, never a value. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError'
}
