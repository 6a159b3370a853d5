import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { currentProject, toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Code, CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Facts, LinkButton, Loading, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'

type Config = Awaited<ReturnType<typeof client.projects.getConfig>>
type Project = Awaited<ReturnType<typeof client.projects.get>>

/** The project: its configuration, its keys, and its end. */
export const Settings = () => {
  const id = currentProject.value ?? ''
  const project = useData(
    (signal) => client.projects.get({ params: { nano_id: id } }, { signal }),
    [id],
  )
  const config = useData((signal) => client.projects.getConfig({}, { signal }), [id])
  const isLoading = project.value === undefined || config.value === undefined
  const error = project.error ?? config.error
  return (
    <Page title="Settings">
      <ErrorBox
        error={error}
        retry={() => {
          project.reload()
          config.reload()
        }}
      />
      {isLoading && error === undefined && <Loading />}
      {project.value && (
        <Facts
          of={[
            ['Project', project.value.name],
            ['Id', <code>{id}</code>],
            ['Created', <Time at={project.value.created_at} exact />],
          ]}
        />
      )}
      {config.value && <Configuration loaded={config.value} />}
      {project.value && <Keys project={project.value} changed={project.reload} />}
      <h2>Webhooks</h2>
      <LinkButton href={toPage('webhooks')}>Subscriptions and deliveries</LinkButton>
      {project.value && <End project={project.value} />}
    </Page>
  )
}

type FieldName = Exclude<keyof Config, 'is_2FA_enabled' | 'is_svc_link_enabled_for_managed_auth'>

type Field = {
  name: FieldName
  label: string
  help: string
} & (
  | { kind: 'text' | 'url' | 'flag' }
  | { kind: 'number'; minimum: number; maximum: number }
  | { kind: 'choice'; options: Record<string, string> }
)

const fields: readonly Field[] = [
  {
    name: 'display_name',
    kind: 'text',
    label: 'Display name',
    help: 'What users read on connect and approval pages.',
  },
  { name: 'logo_url', kind: 'url', label: 'Logo', help: 'Fetched once; the pages show a copy.' },
  {
    name: 'accent_color',
    kind: 'text',
    label: 'Colour of the pages for users',
    help: 'Of buttons and links, such as #1f4fd8; a shade of it that can be read is used.',
  },
  {
    name: 'page_theme',
    kind: 'choice',
    label: 'Brightness of the pages for users',
    help: 'Of connect and approval pages, and of the page with the connections of a user.',
    options: { system: 'as the device prefers', light: 'light', dark: 'dark' },
  },
  {
    name: 'require_connection_confirmation',
    kind: 'flag',
    label: 'Require confirmation of connections',
    help: 'Links whose account is not confirmed are refused.',
  },
  {
    name: 'mask_secret_keys_in_connected_account',
    kind: 'flag',
    label: 'Mask credentials in answers',
    help: 'Without it, anybody with the key of the project can read the credentials of its users.',
  },
  {
    name: 'log_visibility_setting',
    kind: 'choice',
    label: 'Log',
    help: 'Calls that are not stored cannot be repeated.',
    options: { show_all: 'store requests and responses', dont_store_data: 'store no data' },
  },
  {
    name: 'require_mcp_api_key',
    kind: 'flag',
    label: 'Require a key for MCP servers',
    help: 'Otherwise the address of a user is enough.',
  },
  {
    name: 'mcp_key_expiry_in_seconds',
    kind: 'number',
    label: 'Lifetime of MCP keys, in seconds',
    help: 'At least 60, or 0: as long as what they are for.',
    minimum: 0,
    maximum: 315_360_000,
  },
  {
    name: 'signed_url_file_expiry_in_seconds',
    kind: 'number',
    label: 'Lifetime of addresses of files, in seconds',
    help: 'From a minute to 30 days.',
    minimum: 60,
    maximum: 2_592_000,
  },
  {
    name: 'approval_sign_in_url',
    kind: 'url',
    label: 'Sign-in for approvals',
    help: 'A page of your application that signs the visitor in and creates a ticket.',
  },
]

/** What was typed or chosen and is not saved. A number is a text, which can be empty for a while. */
type Changes = Partial<Record<FieldName, string | boolean>>

const Configuration = ({ loaded }: { loaded: Config }) => {
  const [config, setConfig] = useState(loaded)
  const [changes, setChanges] = useState<Changes>({})
  const [isSaving, setIsSaving] = useState(false)
  const [notes, setNotes] = useState<string[]>([])
  const [error, setError] = useState<unknown>(undefined)
  const body = toBody(changes)
  const save = async () => {
    setError(undefined)
    setIsSaving(true)
    try {
      const { notes = [], ...saved } = await client.projects.updateConfig({ body })
      setConfig(saved)
      setNotes(notes)
      toast('Saved')
      // What was changed since then is not saved.
      setChanges((present) => withoutSaved(present, changes))
    } catch (thrown) {
      setError(thrown)
    }
    setIsSaving(false)
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h2>Configuration</h2>
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          value={changes[field.name] ?? config[field.name]}
          set={(value) => setChanges((present) => ({ ...present, [field.name]: value }))}
        />
      ))}
      <ErrorBox error={error} />
      {notes.map((note) => (
        <p key={note} class="notice" role="status">
          {note}
        </p>
      ))}
      <div class="actions">
        <button
          type="submit"
          class="primary"
          disabled={isSaving || Object.keys(changes).length === 0}
        >
          Save
        </button>
        <CopyAs {...copyTexts('projects', 'updateConfig', { body })} />
      </div>
    </form>
  )
}

const isNumber = (name: string) =>
  fields.some((field) => field.name === name && field.kind === 'number')

/** Without numbers that were cleared: the form is not sent until there is one. */
const toBody = (changes: Changes): Partial<Config> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([name, value]) => !isNumber(name) || value !== '')
      .map(([name, value]) => [name, isNumber(name) ? Number(value) : value]),
  )

const withoutSaved = (changes: Changes, saved: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== saved[name as FieldName]),
  )

type InputProps = {
  field: Field
  value: Config[FieldName]
  set: (value: string | boolean) => void
}

const Input = ({ field, value, set }: InputProps) => (
  <label class="field">
    <span>{field.label}</span>
    {field.kind === 'flag' ? (
      <input
        type="checkbox"
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    ) : field.kind === 'choice' ? (
      <select value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
        {Object.entries(field.options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    ) : field.kind === 'number' ? (
      <input
        type="number"
        required
        min={field.minimum}
        max={field.maximum}
        value={String(value)}
        onInput={(event) => set(event.currentTarget.value)}
      />
    ) : (
      <input
        type="text"
        inputMode={field.kind}
        value={typeof value === 'string' ? value : ''}
        onInput={(event) => set(event.currentTarget.value)}
      />
    )}
    <small class="quiet">{field.help}</small>
  </label>
)

const Keys = ({ project, changed }: { project: Project; changed: () => void }) => {
  const [key, setKey] = useState('')
  const [error, setError] = useState<unknown>(undefined)
  const replace = async () => {
    const isSure = await confirm({
      title: 'Replace the keys of the project?',
      text: 'All of its API keys stop working within a second. Keys of users stay valid.',
      action: 'Replace the keys',
      typed: project.name,
    })
    if (!isSure) return
    try {
      const { api_key: made } = await client.projects.regenerateApiKey({
        params: { nano_id: project.id },
      })
      setKey(made.key)
      changed()
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <h2>Keys</h2>
      <ErrorBox error={error} />
      {key !== '' && (
        <div class="notice good">
          <p>The new key is shown only now.</p>
          <Code text={key} what="new key" />
        </div>
      )}
      {project.api_keys.length > 0 && (
        <Table
          label="Keys"
          rows={project.api_keys}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'Key', cell: ({ key: masked }) => <code>{masked}</code> },
            { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
      <div class="actions">
        <button type="button" class="danger" onClick={() => void replace()}>
          Replace the keys…
        </button>
      </div>
    </>
  )
}

const End = ({ project: { id, name } }: { project: Project }) => {
  const [error, setError] = useState<unknown>(undefined)
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete the project ${name}?`,
      text: 'Its users’ accounts are revoked and deleted, with its toolkits, sessions, triggers and log.',
      action: 'Delete the project',
      typed: name,
    })
    if (!isSure) return
    try {
      await client.projects.delete({ params: { nano_id: id } })
      location.assign('/console')
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <h2>End</h2>
      <ErrorBox error={error} />
      <button type="button" class="danger" onClick={() => void remove()}>
        Delete the project…
      </button>
    </>
  )
}
