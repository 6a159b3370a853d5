/** The window for a connection; null where the browser blocks it. */
export type OpenedWindow = { lead(url: string): void; close(): void } | null

/**
 * Opens a window at once, while the click still allows it, before its address is known.
 *
 * What is in it cannot reach this page: it has no opener. The pages of the service end the relation
 * in the other direction too, so whether it was closed cannot be known here.
 */
export const openWindow = (): OpenedWindow => {
  const width = 520
  const height = 720
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const opened = window.open(
    '',
    '',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  )
  if (!opened) return null
  opened.opener = null
  return {
    lead: (url) => opened.location.replace(url),
    close: () => opened.close(),
  }
}
