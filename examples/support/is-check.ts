/** Whether the example runs one scripted turn, checks its result and exits. */
export const isCheck = (): boolean => process.argv.includes('--check')
