import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { toast } from '../../ui/toast.tsx'
import type { AccountRecord } from './account.tsx'

type Props = { account: AccountRecord; close: () => void; changed: () => void }

/** What people call an account, where somebody has several. */
export const RenameDialog = ({ account, close, changed }: Props) => {
  const [name, setName] = useState(account.name ?? '')
  const [error, setError] = useState<unknown>(undefined)
  const save = () => {
    const given = name.trim()
    client.connectedAccounts
      .update({ params: { nanoid: account.id }, body: { name: given === '' ? null : given } })
      .then(() => {
        toast(given === '' ? 'The account has no name' : `Named ${given}`)
        changed()
        close()
      })
      .catch(setError)
  }
  return (
    <Dialog title="Name this account" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <label class="field">
          <span>Name, such as Work; empty: none</span>
          <input
            value={name}
            maxLength={100}
            autoComplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <ErrorBox error={error} />
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
