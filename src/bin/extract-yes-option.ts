/** Removes `--yes` from the arguments of a command. Arguments after `--` are kept. */
export const extractYesOption = (
  all: readonly string[],
): { args: string[]; isConfirmed: boolean } => {
  const end = all.includes('--') ? all.indexOf('--') : all.length
  const isYes = (argument: string, index: number) => index < end && argument === '--yes'
  return {
    args: all.filter((argument, index) => !isYes(argument, index)),
    isConfirmed: all.some(isYes),
  }
}
