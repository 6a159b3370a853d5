/** Whether questions are to be answered with yes. What follows `--` are other arguments. */
export const hasYesOption = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).includes('--yes')
}
