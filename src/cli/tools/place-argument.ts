import { describePath } from '../../schema/describe-issues.ts'
import { isObject } from '../../schema/json-schema.ts'
import { CliError } from '../cli-error.ts'
import type { ArgumentPath } from './parse-argument-path.ts'

/**
 * The arguments with a value at a path, in objects and lists that are made where there are none.
 *
 * @example placeArgument({ body: { title: 'Door' } }, ['body', 'file'], file)
 */
export const placeArgument = (
  given: Record<string, unknown>,
  path: ArgumentPath,
  value: unknown,
): Record<string, unknown> => {
  const placed = place(given, path, 0, value)
  return isObject(placed) ? placed : given
}

const place = (target: unknown, path: ArgumentPath, depth: number, value: unknown): unknown => {
  const step = path[depth]
  if (step === undefined) return value
  const inner = (before: unknown) => place(before, path, depth + 1, value)
  if (typeof step === 'number') {
    const list = target ?? []
    if (!Array.isArray(list)) throw inTheWay(path, depth, 'a list')
    if (step > list.length) throw inTheWay(path, depth, `a list of at least ${step} values`)
    return step === list.length ? [...list, inner(undefined)] : list.with(step, inner(list[step]))
  }
  const object = target ?? {}
  if (!isObject(object)) throw inTheWay(path, depth, 'an object')
  return { ...object, [step]: inner(Object.hasOwn(object, step) ? object[step] : undefined) }
}

const inTheWay = (path: ArgumentPath, depth: number, wanted: string): CliError => {
  const [whole, owner] = [path, path.slice(0, depth)].map((steps) => describePath(steps))
  const at = depth === 0 ? 'the arguments are' : `"${owner}" is`
  return new CliError(`A file cannot be passed as "${whole}": ${at} not ${wanted}`, {
    suggestedFix: 'Correct --file or --arguments; plugboard tools get <slug> shows the arguments',
  })
}
