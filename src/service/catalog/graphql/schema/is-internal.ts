/** Whether a description begins with a mark such as `[Internal]` or `[ALPHA]`. */
export const isInternal = ({ description }: { description: string }): boolean =>
  /^\s*\[(?:internal|private|alpha|experimental|deprecated)\b/i.test(description)
