import { ServiceError } from '../service-error.ts'
import type { Choosing, Inspection } from './inspection.ts'

const at = 'body.connection.state.val'
const namedAtMost = 10

/** Why an account cannot be connected with the values that a request gave. */
export const notAccepted = (
  inspection: Exclude<Inspection, { kind: 'accepted' }>,
): ServiceError => {
  switch (inspection.kind) {
    case 'refused':
      return inspection.isMissing
        ? new ServiceError('invalid_request', inspection.message, {
            suggestedFix:
              'Give a credential that has one, or the values of the account in connection.state.val',
            errors: [`${at}: the API has nothing that this account can use`],
          })
        : new ServiceError('invalid_request', inspection.message, {
            suggestedFix: 'Give a credential that is valid for this account',
            errors: [`${at}: the credential was refused`],
          })
    case 'unanswered':
      return new ServiceError('unprocessable', inspection.message, {
        suggestedFix:
          'Send the request again in a while, or give the values of the account in connection.state.val',
      })
    case 'choice':
      return toChoose(inspection.choosing)
    default:
      return inspection satisfies never
  }
}

const toChoose = ({ what, fields, choices, left }: Choosing): ServiceError => {
  const shown = choices.slice(0, namedAtMost)
  const more = choices.length - shown.length + left
  return new ServiceError(
    'invalid_request',
    `There are several to choose from: ${what.join(', ')} of the account`,
    {
      suggestedFix: `Send the request again with ${fields.join(', ')} of one of them in connection.state.val, or connect the account by a link: its page lets the user choose`,
      errors: [
        ...shown.map(({ label, values }) => `${at}: ${JSON.stringify(values)} is ${label}`),
        ...(more > 0 ? [`and ${more} more`] : []),
      ],
      choices: choices.map(({ label, values }) => ({ label, values: { ...values } })),
    },
  )
}
