/** Warning for operators about a project that does not require confirmation. */
export const unconfirmedLinks = [
  'Links created by other clients connect whoever opens them, unless they set "confirmation". To require confirmation of every connection:',
  '  plugboard api projects.updateConfig --json \'{"require_connection_confirmation": true}\'',
].join('\n')
