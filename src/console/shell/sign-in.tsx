import { useEffect, useState } from 'preact/hooks'
import { PlugboardError } from '../../client/plugboard-error.ts'
import { signInWithLink, type SignedOut } from '../api/session.ts'
import { Code } from '../ui/copy.tsx'
import { ErrorBox } from '../ui/error-box.tsx'

/** The token of a one-time link, which is taken out of the address at once. */
const takeToken = (): string | undefined => {
  const token = location.hash.slice(1)
  if (!token.startsWith('cl_')) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

const refusals: Record<string, [message: string, fix: string]> = {
  not_allowed: [
    'You may not sign in to this console',
    'Ask its operator to add your address or group to PLUGBOARD_CONSOLE_ALLOW',
  ],
  expired: ['Signing in took too long, or the browser keeps no cookies', 'Try again'],
  failed: [
    'The provider could not sign you in',
    'Try again; the log of the service says what went wrong',
  ],
}

/** Why the provider's answer was of no use. */
const refusal = (): PlugboardError | undefined => {
  const [message, suggestedFix] =
    refusals[new URLSearchParams(location.search).get('refused') ?? ''] ?? []
  return message === undefined
    ? undefined
    : new PlugboardError('unauthorized', message, { suggestedFix })
}

/** What somebody sees who is not signed in: uses up the link that was opened, or says how to get one. */
export const SignIn = ({ signIn }: { signIn: SignedOut['sign_in'] }) => {
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    const use = () => {
      const token = takeToken()
      if (token === undefined) return
      setIsBusy(true)
      signInWithLink(token).catch((thrown: unknown) => {
        setIsBusy(false)
        setError(thrown)
      })
    }
    use()
    addEventListener('hashchange', use)
    return () => removeEventListener('hashchange', use)
  }, [])
  useEffect(() => {
    document.title = 'Sign in · Plugboard'
  }, [])
  return (
    <main class="sign-in">
      <h1>Sign in to Plugboard</h1>
      {isBusy ? (
        <p role="status">Signing in…</p>
      ) : (
        <>
          <ErrorBox error={error ?? refusal()} />
          {signIn.provider !== null && (
            <p>
              <a
                class="button primary"
                href={`/console/sign-in?to=${encodeURIComponent(location.pathname)}`}
              >
                Continue with {signIn.provider}
              </a>
            </p>
          )}
          <p>
            {signIn.provider === null ? 'Open' : 'Or open'} a one-time link:{' '}
            <code>plugboard dev</code> prints one, and on the machine of a service this command gets
            one:
          </p>
          <Code text="npx plugboard admin link" what="command" />
        </>
      )}
    </main>
  )
}
