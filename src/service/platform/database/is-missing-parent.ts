/** Whether a row could not be written because it references a row that does not exist. */
export const isMissingParent = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23503') ||
    /FOREIGN KEY constraint failed/.test(error.message))
