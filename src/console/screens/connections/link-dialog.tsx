import { Code } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { url: string; user: string; close: () => void }

/** The link at which a user connects an account: to open here, or to send to them. */
export const LinkDialog = ({ url, user, close }: Props) => (
  <Dialog title="The user connects by this link" close={close}>
    <LinkToOpen url={url} user={user} />
    <div class="actions">
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  </Dialog>
)

export const LinkToOpen = ({ url, user }: { url: string; user: string }) => (
  <>
    <p>
      Whoever opens it connects their own account for <strong>{user}</strong>. It works once, in the
      browser that uses it first. This page shows the account when it is connected.
    </p>
    <Code text={url} what="link" />
    <p>
      <a href={url} target="_blank" rel="noopener noreferrer">
        Open it here
      </a>
    </p>
  </>
)
