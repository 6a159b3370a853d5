/** Shows a person that something is waited for; elsewhere than on a terminal nothing is shown. */
export const showWaiting = async (message: string, { json }: { json: boolean }): Promise<{ end(): void }> => {
  if (json || !process.stdout.isTTY) return { end: () => {} }
  const { spinner } = await import('@clack/prompts')
  const shown = spinner({ indicator: 'timer' })
  shown.start(message)
  return { end: () => shown.clear() }
}
