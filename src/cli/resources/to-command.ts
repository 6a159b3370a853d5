import { Command, InvalidArgumentError, Option } from 'commander'
import { collect } from '../collect.ts'
import { group } from '../group.ts'
import { addExamples } from '../add-examples.ts'
import { addListNote } from '../add-list-note.ts'
import { limitOption } from '../limit-option.ts'
import { orgKeyOption } from '../org-key-option.ts'
import { withConnection } from '../service-connection.ts'
import type { Resource, Verb } from './resource.ts'

/** The commands of a resource, as they are declared. */
export const toCommand = ({ name, description, examples, verbs }: Resource): Command =>
  addExamples(addListNote(group(name, description, verbs.map(toVerbCommand))), examples)

/** One command, for a group whose other commands are not declared. */
export const toVerbCommand = (verb: Verb): Command => {
  const command = new Command(verb.name).description(verb.summary)
  for (const argument of Object.keys(verb.arguments ?? {})) command.argument(argument)
  for (const option of verb.options ?? []) command.addOption(toOption(option))
  if (verb.columns) command.addOption(limitOption(50))
  if (verb.isFollowed)
    command.option('-f, --follow', 'go on, and print what is new or changed every two seconds')
  if (verb.question) command.option('--yes', 'do it without asking')
  command.option('--json', 'print JSON', false)
  withConnection(command)
  if (verb.auth === 'organization') command.addOption(orgKeyOption())
  return command.action(async () => {
    const { runVerb } = await import('./run-verb.ts')
    await runVerb(verb, command.processedArgs, command.optsWithGlobals())
  })
}

const toOption = (declared: NonNullable<Verb['options']>[number]): Option => {
  const { flags, description, kind, choices, isRequired = false } = declared
  const isList = kind === 'list'
  const option = new Option(flags, isList ? `${description}; may be repeated` : description)
  if (choices) option.choices(choices)
  return option.makeOptionMandatory(isRequired).argParser<unknown>((text, before) => {
    const value = choices ? choose(text, choices) : text
    if (kind === 'number') return parseNumber(value)
    return isList ? collect(value, before as string[] | undefined) : value
  })
}

const choose = (text: string, choices: readonly string[]): string => {
  const chosen = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  if (chosen === undefined)
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
  return chosen
}

const parseNumber = (text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.')
  return Number(text)
}
