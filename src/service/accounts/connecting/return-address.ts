/**
 * The callback address with the answer in its query, and nothing secret but the code that only its
 * own server can use.
 */
export const returnAddress = (
  callbackUrl: string | null,
  {
    status,
    accountId,
    confirmationCode,
  }: { status: 'success' | 'failed'; accountId: string; confirmationCode?: string | undefined },
): string | null => {
  if (callbackUrl === null) return null
  const url = new URL(callbackUrl)
  url.searchParams.set('status', status)
  url.searchParams.set('connected_account_id', accountId)
  // One that stands there already is not ours.
  url.searchParams.delete('confirmation_code')
  if (confirmationCode !== undefined) url.searchParams.set('confirmation_code', confirmationCode)
  return url.href
}
