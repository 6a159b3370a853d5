/**
 * Whether a page of this service sent the request, by what its browser declares. Browsers send
 * `Sec-Fetch-Site` over https and on this machine; elsewhere, `Origin` decides if there is one.
 */
export const isOwnRequest = (
  publicUrl: string,
  header: (name: string) => string | undefined,
): boolean => {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = header('origin')
  return origin === undefined || origin === new URL(publicUrl).origin
}
