import type { ParameterTemplate } from '../../catalog/index.ts'
import { parameterText } from './parameter-text.ts'
import { percentEncode, percentEncodeExcept } from './percent-encode.ts'
import { RequestBuildError } from './request-build-error.ts'

/**
 * The path with its parameters filled in.
 *
 * A value stays within its segment: `/`, `?`, `#` and `\` are encoded. `.` and `..`, which every
 * URL parser resolves, encoded or not, are rejected. The name of a resource may be several segments
 * (`keepsSlashes`), each with the same rules.
 */
export const buildPath = (
  path: string,
  parameters: ParameterTemplate[],
  values: Record<string, unknown>,
): string => {
  // A fragment never reaches a server.
  const [route = '', ...query] = (path.split('#', 1)[0] ?? '').split('?')
  const filled = route
    .split('/')
    .map((segment) => fillSegment(segment, parameters, values))
    .join('/')
  return query.length > 0 ? `${filled}?${fillQuery(query.join('?'), parameters, values)}` : filled
}

/** `/search?type={type}`: a value here may be empty, and must not begin another parameter. */
const fillQuery = (
  query: string,
  parameters: ParameterTemplate[],
  values: Record<string, unknown>,
): string =>
  query.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name)
    if (!parameter) return whole
    const text = parameterText(parameter, values[parameter.argument], percentEncode)
    if (text === undefined) throw isRequired(parameter)
    return text
  })

const fillSegment = (
  segment: string,
  parameters: ParameterTemplate[],
  values: Record<string, unknown>,
): string => {
  let filledBy: string | undefined
  const filled = segment.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name)
    if (!parameter)
      throw new RequestBuildError(
        name,
        `The path needs "${whole}", but no argument fills it; the toolkit has to be imported again`,
      )
    filledBy = parameter.argument
    return fill(parameter, values[parameter.argument])
  })
  if (filledBy !== undefined && /^(\.|%2e){1,2}$/i.test(filled)) {
    throw new RequestBuildError(
      filledBy,
      `Argument "${filledBy}" must not be "." or "..": it is one part of a path`,
    )
  }
  return filled
}

const fill = (parameter: ParameterTemplate, value: unknown): string => {
  const { argument } = parameter
  if (parameter.keepsSlashes) return fillSegments(parameter, value)
  const text = parameterText(
    parameter,
    value,
    parameter.allowReserved ? encodeSegment : percentEncode,
  )
  if (text === undefined) throw isRequired(parameter)
  if (text === '' || value === '')
    throw new RequestBuildError(
      argument,
      `Argument "${argument}" must not be empty: it is a part of the path`,
    )
  return text
}

const isRequired = ({ argument }: ParameterTemplate): RequestBuildError =>
  new RequestBuildError(argument, `Argument "${argument}" is required: it is a part of the path`)

const fillSegments = (parameter: ParameterTemplate, value: unknown): string => {
  const { argument } = parameter
  const segments = String(value ?? '').split('/')
  if (segments.some((segment) => segment === '' || /^(\.|%2e){1,2}$/i.test(segment)))
    throw new RequestBuildError(
      argument,
      `Argument "${argument}" must be a name such as spaces/abc: no part between its slashes may be empty, "." or ".."`,
    )
  return segments.map(percentEncode).join('/')
}

/** `allowReserved` in a path keeps the characters that cannot end the segment. */
const encodeSegment = (text: string): string => percentEncodeExcept(/([:@!$&'()*+,;=])/, text)
