import { PlugboardError } from '../../client/plugboard-error.ts'

/** An error: what happened, what helps, and the id of the request for the operator. */
export const ErrorBox = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  if (error === undefined || (error instanceof PlugboardError && error.slug === 'aborted'))
    return null
  const known = error instanceof PlugboardError ? error : undefined
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{error instanceof Error ? error.message : 'Something went wrong'}</strong>
      </p>
      {known?.suggestedFix && <p>{known.suggestedFix}</p>}
      {known && known.errors.length > 0 && (
        <ul>
          {known.errors.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {known?.requestId && (
        <p class="quiet">
          Request <code>{known.requestId}</code>
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
