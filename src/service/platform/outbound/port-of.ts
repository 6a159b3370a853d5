/** The port of a URL; `URL` omits the default port of the scheme. */
export const portOf = ({ protocol, port }: { protocol: string; port: string }): string =>
  port || (protocol === 'https:' ? '443' : '80')
