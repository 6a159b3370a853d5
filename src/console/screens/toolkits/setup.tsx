import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { Status } from '../../ui/badge.tsx'
import { Code } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Toolkit } from './toolkit.tsx'

type Scheme = Toolkit['auth_config_details'][number]

/** The auth configs of a toolkit, and what makes another: an application or a kind of key. */
export const Setup = ({ of }: { of: Toolkit }) => {
  const { value, error, reload } = useData(
    (signal) =>
      client.authConfigs.list(
        { query: { toolkit_slug: of.slug, show_disabled: true, limit: 100 } },
        { signal },
      ),
    [of.slug],
    { refreshOn: ['account', 'toolkit'] },
  )
  const [mode, setMode] = useState(of.auth_config_details[0]?.mode ?? '')
  const scheme = of.auth_config_details.find((one) => one.mode === mode)
  if (!scheme) return null
  return (
    <section aria-label="Auth configs">
      <h2>Auth configs</h2>
      <ErrorBox error={error} retry={reload} />
      <ul>
        {value?.items.map(({ id, name, auth_scheme: used, status }) => (
          <li key={id}>
            {name} <code>{id}</code> {used} <Status of={status} />
          </li>
        ))}
      </ul>
      <details open={value?.items.length === 0}>
        <summary>Set up another</summary>
        {of.auth_config_details.length > 1 && (
          <label class="field">
            <span>How accounts authenticate</span>
            <select value={mode} onChange={(event) => setMode(event.currentTarget.value)}>
              {of.auth_config_details.map(({ mode }) => (
                <option key={mode}>{mode}</option>
              ))}
            </select>
          </label>
        )}
        <Wizard key={mode} slug={of.slug} scheme={scheme} made={reload} />
      </details>
    </section>
  )
}

const Wizard = ({ slug, scheme, made }: { slug: string; scheme: Scheme; made: () => void }) => {
  const [redirect, setRedirect] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const [error, setError] = useState<unknown>(undefined)
  const { required, optional } = scheme.fields.auth_config_creation
  const fields = [
    ...required,
    ...optional.filter(({ user_visible: isSeen, name }) => isSeen && name !== 'redirect_uri'),
  ]
  const reserve = () => {
    setError(undefined)
    client.authConfigs
      .reserveRedirectUri()
      .then(({ redirect_uri: uri }) => setRedirect(uri))
      .catch(setError)
  }
  const create = () => {
    setError(undefined)
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    client.authConfigs
      .create({
        body: {
          toolkit: { slug },
          auth_config: {
            type: 'use_custom_auth',
            authScheme: scheme.mode as 'OAUTH2',
            credentials: { ...given, ...(redirect && { redirect_uri: redirect }) },
          },
        },
      })
      .then(({ auth_config: { id } }) => {
        toast(`Created ${id}`)
        made()
      })
      .catch(setError)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <Steps setup={scheme.setup} redirect={redirect} />
      {scheme.mode === 'OAUTH2' &&
        (redirect === '' ? (
          <p>
            <button type="button" onClick={reserve}>
              Show the redirect URI to register
            </button>
          </p>
        ) : (
          <Code text={redirect} what="redirect URI" />
        ))}
      {fields.map((field) => (
        <label class="field" key={field.name}>
          <span>
            {field.displayName}
            {field.required && ' (required)'}
          </span>
          <input
            {...(field.is_secret ? { type: 'password' as const } : { type: 'text' as const })}
            autoComplete="off"
            required={field.required}
            placeholder={field.default ?? ''}
            value={values[field.name] ?? ''}
            onInput={({ currentTarget: { value } }) =>
              setValues((before) => ({ ...before, [field.name]: value }))
            }
          />
          <span class="quiet">{field.description}</span>
        </label>
      ))}
      <ErrorBox error={error} />
      <div class="actions">
        <button type="submit" class="primary">
          Create auth config
        </button>
      </div>
    </form>
  )
}

const Steps = ({ setup, redirect }: { setup: Scheme['setup']; redirect: string }) =>
  setup ? (
    <>
      <p>
        <a href={setup.url} target="_blank" rel="noreferrer noopener">
          {setup.url}
        </a>
      </p>
      <ol>
        {setup.steps.map((step) => (
          <li key={step}>
            {step.replaceAll('{redirect_uri}', redirect || 'the redirect URI below')}
          </li>
        ))}
      </ol>
      {setup.notes && <p class="quiet">{setup.notes}</p>}
    </>
  ) : null
