import type { SchemaIssue } from './compile-schema.ts'

/**
 * Describes each issue of a value in a sentence, so that a model can correct its arguments.
 *
 * @example
 * describeIssues([{ path: ['repository', 'owner'], keyword: 'required', message: 'is required' }])
 * // ['`repository.owner` is required']
 */
export const describeIssues = (issues: readonly SchemaIssue[]): string[] => [
  ...new Set(
    issues.map(
      ({ path, message }) =>
        `${path.length === 0 ? 'The value' : `\`${describePath(path)}\``} ${message}`,
    ),
  ),
]

const describePath = (path: readonly (string | number)[]): string => {
  const text = path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`
      return /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
    })
    .join('')
  const shown = text.startsWith('.') ? text.slice(1) : text
  return shown.length > 200 ? `${shown.slice(0, 100)}…${shown.slice(-100)}` : shown
}
