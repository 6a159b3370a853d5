import { readPrismProblem } from '../support/read-prism-problem.ts'
import { check } from './check.ts'

/**
 * A mock that accepted everything would prove nothing. This body is one that Prism lets through
 * when the description is not repaired for it.
 */
export const checkMock = async (url: string): Promise<void> => {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  }
  const answer = await fetch(`${url}/repos/octocat/hello/issues`, request)
  const refusal = readPrismProblem({
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  })
  check(
    refusal?.kind === 'violation',
    `Prism refuses an issue without a title: ${refusal?.reason ?? answer.status}`,
  )
}
