import type { EvalCase } from '../types.ts'
import { parseCases } from './parse-cases.ts'
import type { CheckedCases, WrittenCase } from './typed-case.ts'

/**
 * Defines cases in code, for a case file or a suite. For tools that `plugboard generate types`
 * declared, the compiler checks the arguments of expected calls and of mocks; with `--strict`, a
 * tool that is neither declared nor part of the case is a compile error.
 *
 * @example
 * export default defineCases([
 *   {
 *     id: 'create-urgent',
 *     input: 'Open an urgent issue, "App crashes at start".',
 *     tools: ['TRACKER_CREATE_ISSUE'],
 *     expect: { calls: [{ tool: 'TRACKER_CREATE_ISSUE', arguments: { title: { $pattern: 'crashes' } } }] },
 *   },
 * ])
 */
export const defineCases = <const Cases extends readonly WrittenCase[]>(
  cases: Cases & CheckedCases<Cases>,
): EvalCase[] => parseCases(cases, 'defineCases')
