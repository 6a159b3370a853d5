import { isData, type Data, type Outcome } from './outcome.ts'

/** The additions to a call that waits for an approval. `note` is a sentence for the model. */
type Addition = { fields: Data; note: string }

/**
 * The approvals that the calls of an outcome wait for: the call itself, each call of a
 * multi-execute, or the calls of code in the workbench.
 */
export const approvalsIn = (outcome: Outcome): string[] => {
  const ids: string[] = []
  mapPendingCalls(outcome, (id) => {
    ids.push(id)
    return undefined
  })
  return ids
}

/** The outcome with the additions to each waiting call. */
export const mapPendingCalls = (
  outcome: Outcome,
  additionFor: (approvalId: string) => Addition | undefined,
): Outcome => {
  const { results, pending_approvals: pending } = outcome.data
  const own = mapCall(outcome, additionFor)
  return {
    ...own,
    data: {
      ...own.data,
      ...(Array.isArray(results) && {
        results: results.map((result) => (isCall(result) ? mapCall(result, additionFor) : result)),
      }),
      ...(Array.isArray(pending) && {
        pending_approvals: pending.map((entry) => noteOf(entry, additionFor)),
      }),
    },
  }
}

const noteOf = (
  entry: unknown,
  additionFor: (approvalId: string) => Addition | undefined,
): unknown => {
  const addition =
    isData(entry) && isText(entry['approval_id']) ? additionFor(entry['approval_id']) : undefined
  return isData(entry) && addition ? { ...entry, ...addition.fields } : entry
}

type Call = { data: Data; error: string | null }

const mapCall = <Made extends Call>(
  call: Made,
  additionFor: (approvalId: string) => Addition | undefined,
): Made => {
  const { data, error } = call
  const addition =
    error !== null && data['status'] === 'pending_approval' && isText(data['approval_id'])
      ? additionFor(data['approval_id'])
      : undefined
  return addition
    ? { ...call, data: { ...data, ...addition.fields }, error: `${error} ${addition.note}` }
    : call
}

const isCall = (value: unknown): value is Call =>
  isData(value) && isData(value['data']) && (value['error'] === null || isText(value['error']))

const isText = (value: unknown): value is string => typeof value === 'string'
