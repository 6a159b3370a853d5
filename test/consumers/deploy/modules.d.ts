/** Of packages without types. */
declare module 'dockerfilelint' {
  export const run: (folder: string, text: string) => { rule: string; line: number }[]
}
