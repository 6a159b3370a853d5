import { toolHints } from '../../openapi/operation/hints.ts'

/** Whether an operation of this name loses something, or takes it out of use. */
export const isDestructiveVerb = (verb: string): boolean =>
  verb === 'archive' ||
  toolHints({ method: 'POST', path: '', operationId: verb, summary: '' }).includes(
    'destructiveHint',
  )
