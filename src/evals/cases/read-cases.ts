import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parse as parseYaml, YAMLParseError } from 'yaml'
import type { EvalCase } from '../types.ts'
import { CaseFileError } from './case-file-error.ts'
import { parseCases, rejectDuplicateIds } from './parse-cases.ts'
import { parseLines } from './parse-lines.ts'
import { runFile } from './run-file.ts'

/**
 * Reads cases from files: JSON, JSONL (one case per line), YAML, or TypeScript and JavaScript
 * modules whose default export is the same data or a function that returns it. Modules are
 * executed, so only read files that you trust.
 *
 * @example
 * const cases = await readCases(['evals/issues.yaml', 'evals/labels.ts'])
 */
export const readCases = async (paths: readonly string[]): Promise<EvalCase[]> => {
  const files = await Promise.all(
    paths.map(async (path) => parseCases(await readContent(path), path)),
  )
  return rejectDuplicateIds(files.flat(), paths.join(', '))
}

const readContent = async (path: string): Promise<unknown> => {
  const ending = extname(path).toLowerCase()
  if (codeEndings.includes(ending)) return runFile(path)
  const parseText = parsers[ending]
  if (!parseText)
    throw new CaseFileError(
      `${path}: the extension of a case file must be one of ${[...Object.keys(parsers), ...codeEndings].join(', ')}`,
    )
  return parseText(await readFile(path, 'utf8'), path)
}

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new CaseFileError(`${path}: is not JSON: ${cause.message}`, { cause })
    throw cause
  }
}

const parseYamlText = (text: string, path: string): unknown => {
  try {
    return parseYaml(text)
  } catch (cause) {
    if (cause instanceof YAMLParseError)
      throw new CaseFileError(`${path}: is not YAML: ${cause.message}`, { cause })
    throw cause
  }
}

const parsers: Record<string, (text: string, path: string) => unknown> = {
  '.json': parseJson,
  '.jsonl': parseLines,
  '.yaml': parseYamlText,
  '.yml': parseYamlText,
}

const codeEndings = ['.ts', '.mts', '.js', '.mjs']
