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
  const text = readText(path)
  const settings = parseEnv(text)
  rejectUnread(path, text, settings)
  return settings
}

const readText = (path: string): string => {
  try {
    // Editors of Windows begin a file with a byte order mark.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    throw new CliError(`PLUGBOARD_ENV_FILE is ${path}, which cannot be read`, {
      suggestedFix: 'Name a readable file with a line NAME=value for each setting',
      cause,
    })
  }
}

/**
 * Node skips a line that it cannot read, and the service would start without the setting. A value
 * between quotes may have several lines; a `#` in one without quotes begins a comment, which the
 * files of systemd do not have there.
 */
const rejectUnread = (path: string, text: string, settings: Variables): void => {
  let quote = ''
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (quote) {
      if (line.includes(quote)) quote = ''
      continue
    }
    if (/^\s*(?:#|$)/.test(line)) continue
    const [, name = '', value = ''] =
      /^\s*(?:export\s+)?([^\s=#]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    const problem =
      name === '' || settings[name] === undefined
        ? 'is not of the form NAME=value'
        : /^(?!["'`])[^#]*[^\s#]#/.test(value)
          ? `has a # in the value of ${name}, where a comment would begin: write the value between quotes`
          : undefined
    if (problem)
      throw new CliError(`Line ${index + 1} of ${path} ${problem}`, {
        suggestedFix:
          'Correct it in the file that PLUGBOARD_ENV_FILE names; # begins a comment line',
      })
    const [opening = ''] = value
    if (/["'`]/.test(opening) && !value.slice(1).includes(opening)) quote = opening
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
