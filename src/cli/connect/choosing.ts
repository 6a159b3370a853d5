import { PlugboardError } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'
import { prompt } from '../prompt.ts'

type Values = Record<string, string>

/** As many as a recipe has look-ups. */
const mostQuestions = 5
const namedAtMost = 10

/**
 * Sends values, and asks on a terminal what an account shall be about, where the API has several
 * sites, workspaces or tenants for it.
 */
export const choosing = async <Answer>(
  values: Values,
  send: (values: Values) => Promise<Answer>,
  questions = mostQuestions,
): Promise<Answer> => {
  try {
    return await send(values)
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.choices.length === 0 || questions === 0)
      throw error
    return choosing({ ...values, ...(await choose(error)) }, send, questions - 1)
  }
}

const choose = async ({ message, choices }: PlugboardError): Promise<Values> => {
  if (!process.stdin.isTTY) throw unchosen(message, choices)
  return prompt(
    ({ select }) =>
      select({
        message,
        options: choices.map(({ label, values }) => ({
          value: values,
          label,
          hint: Object.values(values).join(', '),
        })),
        maxItems: namedAtMost,
        output: process.stderr,
      }),
    'Nothing was connected',
  )
}

const unchosen = (message: string, choices: PlugboardError['choices']): CliError =>
  new CliError(message, {
    suggestedFix: 'Run the command again with the options of one of these',
    errors: [
      ...choices
        .slice(0, namedAtMost)
        .map(({ label, values }) => `${toOptions(values)} is ${label}`),
      ...(choices.length > namedAtMost ? [`and ${choices.length - namedAtMost} more`] : []),
    ],
  })

/** An API wrote the values: a shell must not run what it finds in them. */
const toOptions = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `--value '${`${name}=${value}`.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ')
