import { z } from 'zod'
import { publicMessage } from '../../platform/public-error.ts'
import { ServiceError } from '../../service-error.ts'

/** What an error of the AI SDK says of an answer. */
const answered = z.object({ statusCode: z.number(), url: z.url() })
/** The AI SDK tries again, and wraps the last error. */
const retried = z.object({ lastError: z.unknown() })

const fixes: Record<number, string> = {
  400: 'Check that PLUGBOARD_CHAT_MODEL names a model that can call tools',
  401: 'Check PLUGBOARD_CHAT_KEY',
  403: 'Check PLUGBOARD_CHAT_KEY',
  404: 'Check PLUGBOARD_CHAT_MODEL and PLUGBOARD_CHAT_URL',
  429: 'Wait a moment, or check the limits of the key',
}

/** Why the model gave no answer, without what it said: that may repeat the key. */
export const toChatError = (error: unknown): ServiceError => {
  const { data: again } = retried.safeParse(error)
  if (again?.lastError !== undefined) return toChatError(again.lastError)
  const { data } = answered.safeParse(error)
  if (data)
    return new ServiceError(
      'upstream_failed',
      `The model at ${new URL(data.url).host} answered with status ${data.statusCode}`,
      { suggestedFix: fixes[data.statusCode] ?? 'Try again', cause: error },
    )
  return new ServiceError(
    'upstream_failed',
    `The model could not be asked: ${publicMessage(error, 'its answer could not be read')}`,
    { suggestedFix: 'Check PLUGBOARD_CHAT_MODEL and PLUGBOARD_CHAT_URL', cause: error },
  )
}
