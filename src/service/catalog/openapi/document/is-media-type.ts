/** Media types become headers, so one with a line break or other odd characters is none. */
export const isMediaType = (text: string): boolean =>
  /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+(\s*;[\t\x20-\x7e]*)?$/.test(text)
