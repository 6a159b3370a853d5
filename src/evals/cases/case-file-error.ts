/** A file of cases that cannot be used as it is; the message says where and why. */
export class CaseFileError extends Error {
  override readonly name = 'CaseFileError'
}
