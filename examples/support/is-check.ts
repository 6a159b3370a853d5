/** Whether the example shall run one scripted turn, check its result and exit. */
export const isCheck = (): boolean => process.argv.includes('--check')
