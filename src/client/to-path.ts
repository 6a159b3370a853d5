import { PlugboardError } from './plugboard-error.ts'

/**
 * Replaces the parameters in an endpoint's path.
 *
 * Values that would change the path itself (empty, `.`, `..`) are refused, because a model may have
 * chosen them.
 */
export const toPath = (template: string, params: Record<string, unknown> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] === undefined || params[name] === null ? '' : String(params[name])
    if (['', '.', '..'].includes(value)) {
      throw new PlugboardError(
        'invalid_request',
        `"${value}" is not a valid "${name}" in ${template}`,
        {
          suggestedFix: `Pass params.${name}`,
          errors: [`params.${name}: must not be empty, "." or ".."`],
        },
      )
    }
    return encodeURIComponent(value)
  })
