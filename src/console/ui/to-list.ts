/** Names that somebody typed, separated by spaces, commas or lines. */
export const toList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
