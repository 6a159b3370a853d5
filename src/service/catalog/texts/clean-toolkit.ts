import type { AuthSchemeDefinition, FieldDescriptor } from '../../auth-schemes/index.ts'
import type {
  Definitions,
  ToolDefinition,
  ToolkitDefinition,
  TriggerTypeDefinition,
} from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { createSchemaCleaner } from './clean-schema.ts'
import { createTextCleaner, type TextCleaner } from './text-cleaner.ts'

type Cleaners = TextCleaner & { schema: ReturnType<typeof createSchemaCleaner> }

/**
 * Cleans every text of a toolkit that a model or a person reads, whatever its source. Works in
 * slices, so that the service stays responsive.
 */
export const cleanToolkit = async (
  toolkit: ToolkitDefinition,
  publicUrl: string,
): Promise<{ toolkit: ToolkitDefinition; notes: string[] }> => {
  const texts = createTextCleaner(publicUrl)
  const cleaners = { ...texts, schema: createSchemaCleaner(texts) }
  const yieldIfDue = createYielder()
  const tools: ToolDefinition[] = []
  const known = new Map<Definitions, Definitions>()
  const cleanShared = async (definitions: Definitions): Promise<Definitions> => {
    const cleaned =
      known.get(definitions) ?? (await cleanDefinitions(definitions, cleaners, yieldIfDue))
    known.set(definitions, cleaned)
    return cleaned
  }
  for (const tool of toolkit.tools) {
    const { input, output } = tool.shared ?? {}
    const shared = {
      ...(input && { input: await cleanShared(input) }),
      ...(output && { output: await cleanShared(output) }),
    }
    tools.push({ ...cleanTool(tool, cleaners), ...(tool.shared && { shared }) })
    await yieldIfDue()
  }
  const cleaned = {
    ...toolkit,
    name: texts.name(toolkit.name) || toolkit.slug,
    description: texts.text(toolkit.description),
    categories: toolkit.categories.map(({ id, name }) => ({ id, name: texts.name(name) })),
    authSchemes: toolkit.authSchemes.map((scheme) => cleanAuthScheme(scheme, texts)),
    ...(toolkit.aliases && { aliases: toolkit.aliases.map((alias) => texts.name(alias)) }),
    tools,
    triggers: toolkit.triggers.map((trigger) => cleanTrigger(trigger, cleaners)),
  }
  return { toolkit: cleaned, notes: notesOf(texts.hiddenTexts()) }
}

const notesOf = (hidden: number): string[] =>
  hidden === 0
    ? []
    : [
        `Characters that are invisible to people but not to models were removed from ${hidden} ${hidden === 1 ? 'text' : 'texts'}: check their author`,
      ]

const cleanDefinitions = async (
  definitions: Definitions,
  { schema }: Cleaners,
  yieldIfDue: () => Promise<void>,
): Promise<Definitions> => {
  const cleaned = new Map<string, Record<string, unknown>>()
  for (const [name, definition] of definitions) {
    cleaned.set(name, schema(definition))
    await yieldIfDue()
  }
  return cleaned
}

const cleanTool = (tool: ToolDefinition, { name, text, schema }: Cleaners): ToolDefinition => {
  const shownName = name(tool.name) || tool.slug
  return {
    ...tool,
    name: shownName,
    description: text(tool.description) || shownName,
    inputParameters: schema(tool.inputParameters),
    outputParameters: schema(tool.outputParameters),
    tags: tool.tags.map(name).filter((tag) => tag !== ''),
  }
}

const cleanTrigger = (
  trigger: TriggerTypeDefinition,
  { name, text, schema }: Cleaners,
): TriggerTypeDefinition => ({
  ...trigger,
  name: name(trigger.name) || trigger.slug,
  description: text(trigger.description),
  instructions: text(trigger.instructions),
  config: schema(trigger.config),
  payload: schema(trigger.payload),
})

const cleanAuthScheme = (
  scheme: AuthSchemeDefinition,
  texts: TextCleaner,
): AuthSchemeDefinition => ({
  ...scheme,
  name: texts.name(scheme.name),
  ...(scheme.description !== undefined && { description: texts.text(scheme.description) }),
  ...(scheme.setup && { setup: cleanSetup(scheme.setup, texts) }),
  authConfigFields: scheme.authConfigFields.map((field) => cleanField(field, texts)),
  accountFields: scheme.accountFields.map((field) => cleanField(field, texts)),
})

const cleanSetup = (
  setup: NonNullable<AuthSchemeDefinition['setup']>,
  { text }: TextCleaner,
): NonNullable<AuthSchemeDefinition['setup']> => ({
  ...setup,
  steps: setup.steps.map(text),
  ...(setup.notes !== undefined && { notes: text(setup.notes) }),
})

const cleanField = (field: FieldDescriptor, { name, text }: TextCleaner): FieldDescriptor => ({
  ...field,
  displayName: name(field.displayName) || field.name,
  description: text(field.description),
})
