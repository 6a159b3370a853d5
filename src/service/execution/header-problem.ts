/**
 * Why a caller may not set a header of a request to a third party, and what to do instead;
 * undefined when they may.
 */
export const headerProblem = (
  name: string,
  value: string,
): { problem: string; suggestedFix: string } | undefined => {
  const lowerCase = name.toLowerCase()
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lowerCase))
    return {
      problem: `name the header ${JSON.stringify(name)}, which is no header name`,
      suggestedFix: 'Use letters, digits and "-"',
    }
  if (connectionHeaders.has(lowerCase) || /^(proxy-|sec-)/.test(lowerCase))
    return {
      problem: `set the header "${lowerCase}", which belongs to the connection`,
      suggestedFix: 'Leave it out',
    }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return {
      problem: `set the header "${lowerCase}" to a value with line breaks or control characters`,
      suggestedFix: 'Use one line of text',
    }
  }
  return undefined
}

const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
])
