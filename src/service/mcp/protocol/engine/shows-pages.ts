/**
 * Whether these capabilities of a client say that it opens pages for its user (URL elicitation).
 */
export const showsPages = (capabilities: unknown): boolean =>
  isObject(capabilities) &&
  isObject(capabilities['elicitation']) &&
  isObject(capabilities['elicitation']['url'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
