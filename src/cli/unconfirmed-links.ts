/** Warning for operators about a project that does not require confirmation. */
export const unconfirmedLinks = [
  'Links that other clients make connect whoever opens them, unless they name "confirmation". To have every connection confirmed:',
  '  plugboard api projects.updateConfig --json \'{"require_connection_confirmation": true}\'',
].join('\n')
