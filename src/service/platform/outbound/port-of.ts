/** The port a URL leads to; `URL` leaves out the usual one of its scheme. */
export const portOf = ({ protocol, port }: { protocol: string; port: string }): string =>
  port || (protocol === 'https:' ? '443' : '80')
