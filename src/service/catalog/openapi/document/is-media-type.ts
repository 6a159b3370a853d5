/** Media types become headers, so line breaks and other unusual characters are rejected. */
export const isMediaType = (text: string): boolean =>
  /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+(\s*;[\t\x20-\x7e]*)?$/.test(text)
