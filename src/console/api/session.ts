import { signal } from '@preact/signals'
import { PlugboardError } from '../../client/plugboard-error.ts'
import { readJson, request } from './send.ts'

/** The person who is signed in. */
export type SignedIn = {
  person: { name: string; email: string | null; role: string }
  expires_at: string
  csrf: string
}

/** Nobody is signed in; how somebody can. */
export type SignedOut = { person: null; sign_in: { provider: string | null } }

/** Undefined until the service has said. */
export const session = signal<SignedIn | SignedOut | undefined>(undefined)

export const isSignedIn = (value: SignedIn | SignedOut | undefined): value is SignedIn =>
  value !== undefined && value.person !== null

const path = '/console/session'

/** Asks the service who is signed in. */
export const loadSession = async (): Promise<void> => {
  session.value = (await readJson(await request(path))) as SignedIn | SignedOut
}

/** Uses up a one-time link. */
export const signInWithLink = async (token: string): Promise<void> => {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  session.value = (await readJson(response)) as SignedIn
}

/** What marks a request as one of this page. */
export const withCsrf = (): HeadersInit => ({
  'x-plugboard-csrf': isSignedIn(session.value) ? session.value.csrf : '',
})

export const signOut = async (): Promise<void> => {
  await readJson(await request(path, { method: 'DELETE', headers: withCsrf() }))
  await loadSession()
}

/** Called after every failed call: an ended session leads to the page for signing in. */
export const noticeEnd = (failure: unknown): void => {
  if (failure instanceof PlugboardError && failure.status === 401)
    void loadSession().catch(() => undefined)
}

const renewEveryMs = 5 * 60_000

/** Keeps the session from ending while somebody uses the page; background requests do not. */
export const renewOnUse = (): void => {
  let renewedAt = Date.now()
  const renew = () => {
    if (!isSignedIn(session.value) || Date.now() - renewedAt < renewEveryMs) return
    renewedAt = Date.now()
    void request(`${path}/renew`, { method: 'POST', headers: withCsrf() })
      .then(readJson)
      .catch(noticeEnd)
  }
  addEventListener('pointerdown', renew, { passive: true })
  addEventListener('keydown', renew, { passive: true })
}
