import { spawn } from 'node:child_process'

/** The program that opens an address, by platform; elsewhere `xdg-open`. */
const openers: Record<string, readonly [string, ...string[]]> = {
  darwin: ['open'],
  // Not `start` of cmd.exe, which would read an `&` of the address as the end of the command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the person's browser. Says so where that is not possible. */
export const openInBrowser = (url: string): void => {
  const [program, ...first] = openers[process.platform] ?? ['xdg-open']
  const opener = spawn(program, [...first, url], { detached: true, stdio: 'ignore' })
  opener.once('error', () =>
    console.error(`No browser could be opened; open the link yourself: ${url}`),
  )
  opener.unref()
}
