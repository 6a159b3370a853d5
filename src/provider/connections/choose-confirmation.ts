import type { LinkConfirmation } from '../../contract/index.ts'

/** Links require confirmation unless the caller disables it. */
export const chooseConfirmation = (
  chosen: LinkConfirmation | null | undefined,
  callbackUrl: string | undefined,
): LinkConfirmation | null =>
  chosen === undefined ? (callbackUrl === undefined ? 'code' : 'callback') : chosen
