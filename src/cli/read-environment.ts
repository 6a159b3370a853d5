import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CliError } from './cli-error.ts'

type Variables = Record<string, string | undefined>

/** Adds the settings of the file that PLUGBOARD_ENV_FILE names; those of the environment win. */
export const readEnvironment = (environment: Variables): Variables => {
  const path = environment['PLUGBOARD_ENV_FILE']
  return path ? { ...readSettings(path), ...environment } : environment
}

const readSettings = (path: string): Variables => {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new CliError(`PLUGBOARD_ENV_FILE is ${path}, which cannot be read`, {
      suggestedFix: 'Name a readable file with a line NAME=value for each setting',
      cause,
    })
  }
}

/** The settings that a running service takes over. */
const reloadable = new Set([
  'PLUGBOARD_LOG_LEVEL',
  'PLUGBOARD_ACCESS_LOG_SHARE',
  'PLUGBOARD_EGRESS_ALLOW',
])

/** The names of settings that differ and need a restart. */
export const needRestart = (before: Variables, after: Variables): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name] && !reloadable.has(name))
    .toSorted()
