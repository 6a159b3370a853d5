/** An invalid case file; the message says where and why. */
export class CaseFileError extends Error {
  override readonly name = 'CaseFileError'
}
