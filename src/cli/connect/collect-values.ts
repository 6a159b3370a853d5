import { CliError } from '../cli-error.ts'
import { prompt } from '../prompt.ts'
import { readStandardInput } from '../read-standard-input.ts'
import type { AuthConfig } from './open-auth-config.ts'

type Field = AuthConfig['expected_input_fields'][number]

/** Returns the given credentials, and asks for missing required ones on a terminal. */
export const collectValues = async (
  fields: Field[],
  given: string[],
): Promise<Record<string, string>> => {
  const values = await readGiven(fields, given)
  const missing = fields.filter(
    (field) => field.required && field.default === null && values[field.name] === undefined,
  )
  const unknown = Object.keys(values).filter((given) => !fields.some(({ name }) => name === given))
  if (missing.length > 0 && unknown.length > 0) throw isUnknown(unknown, fields)
  if (missing.length > 0 && !process.stdin.isTTY) throw isMissing(missing)
  for (const field of missing) values[field.name] = await ask(field)
  return values
}

const readGiven = async (fields: Field[], given: string[]): Promise<Record<string, string>> => {
  const pairs = given.map((text) => toPair(fields, text))
  if (pairs.filter(([, value]) => value === '-').length > 1)
    throw new CliError('Only one --value can be read from standard input')
  return Object.fromEntries(
    await Promise.all(
      pairs.map(
        async ([name, value]) => [name, value === '-' ? await readStandardInput() : value] as const,
      ),
    ),
  )
}

const toPair = (fields: Field[], text: string): [string, string] => {
  const at = text.indexOf('=')
  // The text is not repeated, because it may be a credential without a name.
  if (at < 1)
    throw new CliError('A --value is not of the form name=value', {
      suggestedFix: `The names are: ${namesOf(fields)}`,
    })
  return [text.slice(0, at), text.slice(at + 1)]
}

const namesOf = (fields: Field[]): string =>
  fields.map(({ name }) => name).join(', ') || 'none; this toolkit needs no credentials'

const isMissing = (fields: Field[]): CliError =>
  new CliError(`Credentials are missing: ${namesOf(fields)}`, {
    suggestedFix: `Pass ${fields.map(({ name }) => `--value ${name}=…`).join(' ')}; --value ${fields[0]?.name ?? 'name'}=- reads one from standard input`,
  })

/** The values are not repeated: they may be credentials. */
const isUnknown = (unknown: string[], fields: Field[]): CliError =>
  new CliError(`No credential is called ${unknown.join(', ')}`, {
    suggestedFix: `The names are: ${namesOf(fields)}`,
  })

const ask = async (field: Field): Promise<string> => {
  const question = {
    message: field.displayName,
    output: process.stderr,
    validate: (value: string | undefined) => (value ? undefined : 'It is required'),
  }
  return prompt(
    ({ password, text }) => (field.is_secret ? password(question) : text(question)),
    'Nothing was stored',
  )
}
