import type { Select } from '../../contract/select.ts'
import { ProjectionError, toShape, type Projector } from '../platform/projection/index.ts'
import { quote } from '../platform/quote.ts'
import type { Outcome, ToolCall } from './execute-tool.ts'
import { toData } from './read-response.ts'
import { ToolFailure } from './tool-failure.ts'

const howTo =
  "Names, [], [0] and {id: id} select; [?state=='open'] filters; numbers, true and false are written between backticks, texts between single quotes."

/** Refuses a call whose expression could select nothing from any answer. */
export const checkSelect = (projector: Projector, { tool, select }: ToolCall): void => {
  if (select === undefined) return
  try {
    projector.check(select)
  } catch (error) {
    if (!(error instanceof ProjectionError)) throw error
    throw new ToolFailure(
      `${tool.definition.slug} was not called: ${describe(select)} ${error.message}. ${howTo}`,
      { issues: [`select: ${error.message}`] },
    )
  }
}

/**
 * The parts of a successful answer that the call selects. An answer from which nothing can be
 * selected stays whole: the call was made, and may have had an effect.
 */
export const selectFrom = async (
  projector: Projector,
  { project, select }: ToolCall,
  outcome: Outcome,
): Promise<Outcome> => {
  if (select === undefined || outcome.error !== null) return outcome
  try {
    const value = await projector.project(project.id, select, outcome.data)
    const nothing = describeNothing(select, value, 'its answer')
    return {
      ...outcome,
      data: toData(value),
      ...(nothing !== undefined && {
        selection: { message: `The call was made, and ${nothing}`, shape: toShape(outcome.data) },
        whole: outcome.data,
      }),
    }
  } catch (error) {
    if (!(error instanceof ProjectionError)) throw error
    const message = `The answer is whole, because ${describe(select)} ${error.message}.`
    return { ...outcome, selection: { message } }
  }
}

/** Part of a sentence; undefined for what selects something. */
export const describeNothing = (
  select: Select,
  value: unknown,
  from: string,
): string | undefined => {
  if (typeof select !== 'string') {
    const missing = select.filter((pointer) => !Object.hasOwn(value as object, pointer))
    if (missing.length === 0) return undefined
    const shown = missing.slice(0, 10).map((pointer) => quote(pointer, 200))
    const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : ''
    return `there is nothing at ${shown.join(', ')}${more} of ${from}; \`shape\` shows what it has.`
  }
  if (!isNothing(value)) return undefined
  const what = Array.isArray(value) ? 'an empty list' : 'nothing'
  return `${describe(select)} selects ${what} from ${from}; \`shape\` shows what it has.${comparesWithName.test(select) ? ' What stands between double quotes is a name: write texts between single quotes.' : ''}`
}

const comparesWithName = /[=!]=\s*"/

const isNothing = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' &&
    (Array.isArray(value) ? value.length === 0 : Object.values(value).every(isNothing)))

const describe = (select: Select): string =>
  typeof select === 'string' ? `\`select\` ${quote(select, 200)}` : '`select`'
