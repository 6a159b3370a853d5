import { isData, type Data, type Outcome } from './outcome.ts'

/**
 * What a client is told of one call that waits for an approval. `note` is a sentence for the model.
 */
export type Told = { fields: Data; note: string }

/**
 * The approvals that an outcome says its calls wait for: of a call, of each call of a
 * multi-execute, or of what code in the workbench called.
 */
export const approvalsIn = (outcome: Outcome): string[] => {
  const ids: string[] = []
  mapWaiting(outcome, (id) => {
    ids.push(id)
    return undefined
  })
  return ids
}

/** The outcome with what is to be told of each waiting call. */
export const mapWaiting = (
  outcome: Outcome,
  tell: (approvalId: string) => Told | undefined,
): Outcome => {
  const { results, pending_approvals: noted } = outcome.data
  const own = mapCall(outcome, tell)
  return {
    ...own,
    data: {
      ...own.data,
      ...(Array.isArray(results) && {
        results: results.map((result) => (isCall(result) ? mapCall(result, tell) : result)),
      }),
      ...(Array.isArray(noted) && { pending_approvals: noted.map((entry) => noteOf(entry, tell)) }),
    },
  }
}

const noteOf = (entry: unknown, tell: (approvalId: string) => Told | undefined): unknown => {
  const told =
    isData(entry) && isText(entry['approval_id']) ? tell(entry['approval_id']) : undefined
  return isData(entry) && told ? { ...entry, ...told.fields } : entry
}

type Call = { data: Data; error: string | null }

const mapCall = <Made extends Call>(
  call: Made,
  tell: (approvalId: string) => Told | undefined,
): Made => {
  const { data, error } = call
  const told =
    error !== null && data['status'] === 'pending_approval' && isText(data['approval_id'])
      ? tell(data['approval_id'])
      : undefined
  return told
    ? { ...call, data: { ...data, ...told.fields }, error: `${error} ${told.note}` }
    : call
}

const isCall = (value: unknown): value is Call =>
  isData(value) && isData(value['data']) && (value['error'] === null || isText(value['error']))

const isText = (value: unknown): value is string => typeof value === 'string'
