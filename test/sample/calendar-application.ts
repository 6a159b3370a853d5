import { createHash, randomBytes } from 'node:crypto'
import type { SampleService } from '../../src/sample/start-sample-service.ts'

export const callback = 'http://127.0.0.1:8787/oauth/callback'

/** What a request for access carries; `verifier` is what the challenge was made of. */
export const newRequest = (
  { calendarClient }: SampleService,
  changes: Record<string, string | undefined> = {},
) => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const all = {
    response_type: 'code',
    client_id: calendarClient.id,
    redirect_uri: callback,
    state: 'st 1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const parameters = new URLSearchParams(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { verifier, parameters }
}

export const openPage = ({ calendarUrl }: SampleService, parameters: URLSearchParams) =>
  fetch(`${calendarUrl}/oauth/authorize?${parameters}`, { redirect: 'manual' })

/** Presses a button of the page. */
export const decide = async (
  { calendarUrl }: SampleService,
  parameters: URLSearchParams,
  decision: string,
): Promise<URLSearchParams> => {
  const response = await fetch(`${calendarUrl}/oauth/authorize?${parameters}`, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '').searchParams
}

/** Sends a form to the token or revocation endpoint, with the application's secret in it. */
export const sendForm = async (
  { calendarUrl, calendarClient }: SampleService,
  path: 'token' | 'revoke',
  form: Record<string, string>,
) => {
  const body = new URLSearchParams({
    client_id: calendarClient.id,
    client_secret: calendarClient.secret,
    ...form,
  })
  const response = await fetch(`${calendarUrl}/oauth/${path}`, { method: 'POST', body })
  return {
    status: response.status,
    headers: response.headers,
    fields: Object.fromEntries(new URLSearchParams(await response.text())) as Record<
      string,
      string
    >,
  }
}

export const redeem = (sample: SampleService, code: string, verifier: string) =>
  sendForm(sample, 'token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    code_verifier: verifier,
  })

export const refresh = (sample: SampleService, token: string) =>
  sendForm(sample, 'token', { grant_type: 'refresh_token', refresh_token: token })

/** The whole way: a user allows access, and the application gets its tokens. */
export const connect = async (
  sample: SampleService,
  username = 'ada',
  scope?: string,
): Promise<{ access_token: string; refresh_token: string }> => {
  const { verifier, parameters } = newRequest(sample, { scope })
  const answer = await decide(sample, parameters, username)
  const { fields } = await redeem(sample, answer.get('code') ?? '', verifier)
  return {
    access_token: fields['access_token'] ?? '',
    refresh_token: fields['refresh_token'] ?? '',
  }
}

export const statusWith = async (
  { calendarUrl }: SampleService,
  accessToken: string,
): Promise<number> =>
  (await fetch(`${calendarUrl}/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status
