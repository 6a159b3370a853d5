import type { PlugboardError } from '../../client/index.ts'
import { isForDevelopers } from '../../contract/is-for-developers.ts'

/**
 * Returns what a model reads of an error. What only a developer can change, such as a time limit, an
 * address or a request of the REST interface, is in the message and the `suggestedFix` of the error.
 */
export const toModelMessage = ({ slug, message, suggestedFix, errors }: PlugboardError): string => {
  const own = inTransit[slug]
  if (own !== undefined) return own
  const fix = suggestedFix && !isForDevelopers(suggestedFix) ? `. ${suggestedFix}` : ''
  return message + fix + errors.map((issue) => `\n- ${issue}`).join('')
}

const notAnswered =
  'The tool cannot be reached because of a fault in the application, which the user cannot correct here. Go on without it, or tell the user.'

const inTransit: Readonly<Record<string, string>> = {
  timeout:
    'The call was not answered within its time limit, and may have had an effect. Check that before you make it again.',
  network:
    'The service that runs the tool could not be reached. Try again later; if the call changes something, first check whether it did.',
  redirected: notAnswered,
  unexpected_answer: notAnswered,
}
