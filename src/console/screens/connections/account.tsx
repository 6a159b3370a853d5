import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { currentProject, toPage } from '../../api/current-project.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Facts } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

export type AccountRecord = Awaited<ReturnType<typeof client.connectedAccounts.get>>

type Props = {
  account: AccountRecord
  lastUse?: string | undefined
  /** Called after each change. */
  changed: () => void
  deleted?: () => void
}

/** What is known of an account, and what can be done about it. */
export const Account = (props: Props) => {
  const { account, lastUse } = props
  return (
    <>
      <Facts
        of={[
          ['State', <State of={account} />],
          ['Why', account.status_reason],
          ['Belongs to', ownerOf(account)],
          ['Workspace', account.identity?.workspace],
          [
            'User',
            <a href={toPage(`users/${encodeURIComponent(account.user_id)}`)}>{account.user_id}</a>,
          ],
          ['Scheme', account.auth_config.auth_scheme],
          ['Scopes', scopesOf(account)],
          [
            'Last use',
            lastUse === undefined ? 'none among the newest calls' : <Time at={lastUse} />,
          ],
          ['Credential expires', account.expires_at && <Time at={account.expires_at} />],
          ['Connected', <Time at={account.created_at} />],
          ['Account id', <code>{account.id}</code>],
        ]}
      />
      <Actions {...props} />
    </>
  )
}

export const State = ({ of }: { of: AccountRecord }) => (
  <>
    <Status of={of.status} /> {of.is_disabled && <Badge>disabled</Badge>}{' '}
    {of.auth_config.is_disabled && <Badge tone="warn">auth config disabled</Badge>}
  </>
)

/** Whose account it is, as the API said. */
export const ownerOf = ({ identity }: AccountRecord): string | null =>
  identity && (identity.login ?? identity.email ?? identity.name ?? identity.id)

/** What the provider granted, as it said. */
const scopesOf = ({ state }: AccountRecord): string | null => {
  const { scope } = state.val
  return typeof scope === 'string' ? scope.split(/[\s,]+/).join(', ') : null
}

const askToDelete = ({ id, user_id: user, toolkit }: AccountRecord): Promise<boolean> =>
  confirm({
    title: 'Delete this account?',
    text: `The credentials of ${user} for ${toolkit.slug} are revoked and deleted, with the triggers on this account. The user has to connect again.`,
    action: 'Delete account',
    typed: id,
  })

const Actions = ({ account, changed, deleted = changed }: Props) => {
  const [error, setError] = useState<unknown>(undefined)
  const [isNaming, setIsNaming] = useState(false)
  const [link, setLink] = useState<string | undefined>(undefined)
  const params = { nanoid: account.id }
  const attempt = (work: () => Promise<void>) => {
    setError(undefined)
    work().catch(setError)
  }
  const setEnabled = async (enabled: boolean) => {
    const project = currentProject.value
    await client.connectedAccounts.setStatus({ params, body: { enabled } })
    toast(enabled ? 'Enabled' : 'Disabled: no tool uses it', () => setEnabled(!enabled), project)
    changed()
  }
  const reconnect = async () => {
    const { status, redirect_url: url } = await client.connectedAccounts.refresh({
      params,
      body: {},
    })
    if (url === null) toast(`The account is ${status.toLowerCase()}`)
    else setLink(url)
    changed()
  }
  const remove = async () => {
    if (!(await askToDelete(account))) return
    await client.connectedAccounts.delete({ params })
    toast('Account deleted')
    deleted()
  }
  return (
    <>
      <ErrorBox error={error} />
      <div class="actions" role="group" aria-label={`Actions for ${account.id}`}>
        <button type="button" onClick={() => attempt(reconnect)}>
          Reconnect
        </button>
        <button type="button" onClick={() => setIsNaming(true)}>
          Rename
        </button>
        <button type="button" onClick={() => attempt(() => setEnabled(account.is_disabled))}>
          {account.is_disabled ? 'Enable' : 'Disable'}
        </button>
        <button type="button" onClick={() => attempt(remove)}>
          Delete
        </button>
        <CopyAs {...copyTexts('connectedAccounts', 'get', { params })} />
      </div>
      {isNaming && (
        <RenameDialog account={account} close={() => setIsNaming(false)} changed={changed} />
      )}
      {link !== undefined && (
        <LinkDialog url={link} user={account.user_id} close={() => setLink(undefined)} />
      )}
    </>
  )
}
