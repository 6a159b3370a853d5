import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toList } from '../../ui/to-list.ts'

/** What of a server is set here; no tools: all of the toolkits. */
export type ServerSettings = { name: string; toolkits: string[]; allowed_tools: string[] }

/** A dialog to set what a server offers; `save` sends it, and what it throws is shown. */
export const ServerForm = ({
  title,
  action,
  settings,
  save,
  close,
}: {
  title: string
  action: string
  settings: ServerSettings
  save: (settings: ServerSettings) => Promise<void>
  close: () => void
}) => {
  const [name, setName] = useState(settings.name)
  const [toolkits, setToolkits] = useState(settings.toolkits.join(', '))
  const [tools, setTools] = useState(settings.allowed_tools.join(', '))
  const [error, setError] = useState<unknown>(undefined)
  const submit = () => {
    setError(undefined)
    save({
      name: name.trim(),
      toolkits: toList(toolkits.toLowerCase()),
      allowed_tools: toList(tools.toUpperCase()),
    }).catch(setError)
  }
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField label="Name" value={name} set={setName} required />
        <TextField label="Toolkits" value={toolkits} set={setToolkits} required />
        <TextField label="Tools (all of the toolkits, if empty)" value={tools} set={setTools} />
        <ErrorBox error={error} />
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary">
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
