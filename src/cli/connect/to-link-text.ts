/** Tells the person at the terminal to open a link, and what happens then. */
export const toLinkText = (aim: string, url: string): string =>
  [
    `Open this address to ${aim}:\n  ${url}`,
    ...(process.stdin.isTTY
      ? [
          'Waiting for the browser. If it is on another device, type in the code that its page shows at the end, and press Enter.',
        ]
      : []),
  ].join('\n')
