import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { quote } from '../../api/copy-texts.ts'
import { useData } from '../../api/use-data.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Loading } from '../../ui/page.tsx'
import { LinkToOpen } from './link-dialog.tsx'

/** A button that makes a link with which a user connects a toolkit. */
export const ConnectToolkit = ({ user }: { user: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="primary" onClick={() => setIsOpen(true)}>
        <Icon name="plus" /> Connect a toolkit
      </button>
      {isOpen && (
        <Dialog title="Connect a toolkit" close={() => setIsOpen(false)}>
          <MakeLink user={user} close={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

const MakeLink = ({ user, close }: { user: string; close: () => void }) => {
  const configs = useData(
    (signal) => client.authConfigs.list({ query: { limit: 1000 } }, { signal }),
    [],
  )
  const [chosen, setChosen] = useState('')
  const [url, setUrl] = useState<string | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const id = chosen || configs.value?.items[0]?.id
  const make = () => {
    if (id === undefined) return
    setError(undefined)
    client.connectedAccounts
      .link({ body: { auth_config_id: id, user_id: user } })
      .then(({ redirect_url }) => setUrl(redirect_url))
      .catch(setError)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      {!configs.value && configs.error === undefined && <Loading />}
      {configs.value?.items.length === 0 && (
        <Empty
          title="No toolkit is set up for connecting"
          command={`npx plugboard connect <toolkit> --user ${quote(user)}`}
        />
      )}
      {configs.value && configs.value.items.length > 0 && url === undefined && (
        <label class="field">
          <span>Toolkit and auth config</span>
          <select value={id} onChange={(event) => setChosen(event.currentTarget.value)}>
            {configs.value.items.map(({ id: value, toolkit, name, auth_scheme }) => (
              <option key={value} value={value}>
                {toolkit.slug} · {name} · {auth_scheme}
              </option>
            ))}
          </select>
        </label>
      )}
      {url !== undefined && <LinkToOpen url={url} user={user} />}
      <ErrorBox error={error ?? configs.error} />
      <div class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
        {url === undefined && id !== undefined && (
          <button type="submit" class="primary">
            Make a link
          </button>
        )}
      </div>
    </form>
  )
}
