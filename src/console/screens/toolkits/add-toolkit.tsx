import { useId, useState } from 'preact/hooks'
import { toPage } from '../../api/current-project.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { toast } from '../../ui/toast.tsx'
import { Names } from './names.tsx'
import { recognize } from './recognize.ts'
import { runImport, type Report } from './run-import.ts'

/** The longest document that is read from a file. */
const maximumFileBytes = 32 * 1024 * 1024

/** One field that takes a name, an address, a document or a file, and makes a toolkit of it. */
export const AddToolkit = ({ title, added }: { title: string; added: () => void }) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState({ of: '', slug: '' })
  const [progress, setProgress] = useState<string | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [report, setReport] = useState<Report | undefined>(undefined)
  const text = typed.trim()
  const known = recognize(text)
  const suggested = known.kind === 'name' ? '' : known.slug
  // What was typed for another text is forgotten.
  const slug = chosen.of === text ? chosen.slug : suggested
  const isBusy = progress !== undefined

  const run = (slug: string) => {
    setProgress('Importing…')
    setError(undefined)
    setReport(undefined)
    runImport(text, known, slug, (done, total) => setProgress(`Importing… ${done} of ${total}`))
      .then((made) => {
        setReport(made)
        toast(`Added ${slug}`)
        added()
      })
      .catch(setError)
      .finally(() => setProgress(undefined))
  }

  return (
    <section aria-label="Add a toolkit">
      <h2>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (slug !== '') run(slug)
        }}
      >
        <label class="field">
          <span>A name, an address, or an API description</span>
          <textarea
            rows={2}
            placeholder="github, https://api.example.com/openapi.json, https://mcp.example.com/mcp"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <FromFile read={setTyped} failed={setError} />
        {text !== '' && <p role="status">{known.says}</p>}
        {text !== '' && known.kind === 'name' && <Names search={text} isBusy={isBusy} run={run} />}
        {text !== '' && known.kind !== 'name' && (
          <Import slug={slug} set={(slug) => setChosen({ of: text, slug })} progress={progress} />
        )}
        <ErrorBox error={error} />
      </form>
      {report && <Verdict report={report} />}
    </section>
  )
}

type ImportProps = { slug: string; set: (slug: string) => void; progress: string | undefined }

const Import = ({ slug, set, progress }: ImportProps) => (
  <div class="actions">
    <label>
      Slug{' '}
      <input
        value={slug}
        required
        pattern="[a-z0-9_\-]{1,64}"
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
    <button type="submit" class="primary" disabled={progress !== undefined || slug === ''}>
      {progress ?? 'Import'}
    </button>
  </div>
)

type FromFileProps = { read: (text: string) => void; failed: (error: unknown) => void }

const FromFile = ({ read, failed }: FromFileProps) => {
  const id = useId()
  return (
    <p class="quiet">
      <label for={id}>or a file: </label>
      <input
        id={id}
        type="file"
        accept=".json,.yaml,.yml,.graphql"
        onChange={({ currentTarget: { files } }) => {
          const [file] = files ?? []
          if (!file) return
          if (file.size > maximumFileBytes)
            failed(new Error(`${file.name} is larger than 32 MiB: import it with the CLI`))
          else file.text().then(read, failed)
        }}
      />
    </p>
  )
}

/** What an import made, and what has to be done before it works. */
const Verdict = ({ report }: { report: Report }) => (
  <div class={`notice ${report.verdict === 'ready' ? 'good' : ''}`} role="status">
    <p>
      <Badge tone={report.verdict === 'ready' ? 'good' : 'warn'}>{report.verdict}</Badge>{' '}
      <a href={toPage(`toolkits/${report.slug}`)}>{report.slug}</a>: {report.made} of{' '}
      {report.operations} operations are tools
      {report.skipped.length > 0 && `, ${report.skipped.length} were skipped`}.
    </p>
    {report.warnings.length > 0 && (
      <ul>
        {report.warnings.slice(0, 20).map(({ code, message, fix }) => (
          <li key={code + message}>
            {message}
            <p class="quiet">{fix}</p>
          </li>
        ))}
      </ul>
    )}
  </div>
)
