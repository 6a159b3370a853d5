/** Whether a row could not be written because another row has the same value in a unique column. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message))
