/** Whether the source of a description is its address instead of its text. */
export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source.trim())
