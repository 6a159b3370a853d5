/** Whether a row could not be written because another has a value that must be unique. */
export const isTakenValue = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message))
