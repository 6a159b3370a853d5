/** Whether the connection cannot be intercepted in the network: https, or this machine. */
export const isPrivateConnection = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
