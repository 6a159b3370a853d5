import { z } from 'zod'
import { ServiceError } from '../service-error.ts'

/** What somebody who has the root key can ask for; the answer is JSON. */
export type AdminCommand = (given: unknown) => Promise<object>

/** The commands by their names, such as `jobs list`. */
export type AdminCommands = Readonly<Record<string, AdminCommand>>

/** A command that checks what it is given. */
export const command =
  <Input extends z.ZodType>(
    input: Input,
    run: (given: z.infer<Input>) => Promise<object>,
  ): AdminCommand =>
  async (given) => {
    const parsed = input.safeParse(given)
    if (!parsed.success)
      throw new ServiceError(
        'invalid_request',
        'The command cannot do anything with what it was given',
        {
          errors: parsed.error.issues.map(
            ({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`,
          ),
          suggestedFix:
            'Correct it; where it looks right, use the plugboard of the same version as the service',
        },
      )
    return run(parsed.data)
  }

/** Runs a command by its name. */
export const runCommand = async (
  commands: AdminCommands,
  name: string,
  given: unknown,
): Promise<object> => {
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!run)
    throw new ServiceError('not_found', `This service has no command "${name.slice(0, 100)}"`, {
      suggestedFix: 'Use the plugboard of the same version as the service',
    })
  return run(given)
}
