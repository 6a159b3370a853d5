import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { ErrorBox } from '../../ui/error-box.tsx'

type NamesProps = { search: string; isBusy: boolean; run: (slug: string) => void }

/** The toolkits of the catalogue that a name may mean. */
export const Names = ({ search, isBusy, run }: NamesProps) => {
  const { value, error } = useData(
    (signal) =>
      client.toolkits.available({ query: { search: search.slice(0, 255), limit: 6 } }, { signal }),
    [search],
  )
  if (error !== undefined) return <ErrorBox error={error} />
  if (!value) return null
  if (value.items.length === 0)
    return (
      <p class="quiet">
        The catalogue has no toolkit of that name. Paste its description, or its address.
      </p>
    )
  return (
    <ul class="names">
      {value.items.map(({ slug, name, summary, logo }) => (
        <li key={slug}>
          <img src={new URL(logo, location.origin).pathname} alt="" />
          <span>
            <strong>{name}</strong> <span class="quiet">{summary}</span>
          </span>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run(slug)}
            aria-label={`Add ${name}`}
          >
            {isBusy ? 'Adding…' : 'Add'}
          </button>
        </li>
      ))}
    </ul>
  )
}
