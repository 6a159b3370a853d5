/**
 * Whether a row could not be written because the one that it refers to is not there, or no longer.
 */
export const isMissingParent = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23503') ||
    /FOREIGN KEY constraint failed/.test(error.message))
