export type Issue = { id: string; title: string; author: string; state: string }

/** Asks the sample tracker directly, without the service, which issues contain these words. */
export const findIssues = async (
  tracker: { url: string; apiKey: string },
  words: string,
): Promise<Issue[]> => {
  const response = await fetch(`${tracker.url}/issues?${new URLSearchParams({ q: words })}`, {
    headers: { 'x-tracker-key': tracker.apiKey },
  })
  if (!response.ok) throw new Error(`The tracker answered ${response.status}`)
  const { issues } = (await response.json()) as { issues: Issue[] }
  return issues
}
