import type { LinkConfirmation } from '../../contract/index.ts'

/** Links are confirmed unless somebody chose that they are not. */
export const chooseConfirmation = (
  chosen: LinkConfirmation | null | undefined,
  callbackUrl: string | undefined,
): LinkConfirmation | null =>
  chosen === undefined ? (callbackUrl === undefined ? 'code' : 'callback') : chosen
