/**
 * The texts of the pages on which users connect and approve. `{…}` are filled in; the other
 * languages have the same. `{project}` may be `theApplication`, at the beginning with a capital.
 */
export const en = {
  theApplication: 'the application',
  close: 'You can close this page.',
  formRejectedTitle: 'This form cannot be used',
  formRejected:
    'It was not sent from this page in this browser. The page needs cookies: allow them for this site, then open the link again.',
  openAgain: 'Open the link again',
  brokenTitle: 'Something went wrong',
  broken:
    '{undone}, and it was not your fault. Go back to the application that sent you here and try again; if the problem persists, report this number: {number}',
  notConnected: 'The account was not connected',
  notDecided: 'Nothing was decided',
  oversizedTitle: 'The form is too large',
  oversized: 'The submitted values are larger than any key. Go back and check what you pasted.',
  misspelledTitle: 'This address is not valid',
  misspelled:
    'It was changed, possibly by somebody who wants you to open it. Go back to the application that you came from and use its link.',

  connectTitle: 'Connect {toolkit}',
  error: 'Error: {title}',
  asks: '{project} asks to use {toolkit} for the user {user}.',
  scopes: 'Access that it asks for:',
  moreScopes: '{count} more permissions',
  signIn: 'You sign in at {host} and agree there. No password is asked for here.',
  continueTo: 'Continue to {toolkit}',
  connect: 'Connect',
  willUse:
    '{project} will let the user {user} use your {toolkit} account. Only continue if this is you.',
  sentLink: 'Did another person send you this link? Then close this page.',
  onlyIf: 'Only continue if you trust {project}. This link expires at {time}.',
  optional: '(optional)',
  whereToFind: 'Where to find it',

  chooseTitle: 'Choose what to connect',
  choose: 'Your account at {toolkit} has several. Which one may {project} use for the user {user}?',
  moreChoices: '{count} more are not shown. Ask {project} for a link to the one that you need.',
  otherAccount: 'Use another account',
  validUntil: 'This page is valid until {time}.',
  notYetTitle: 'Not connected yet',
  notAsked: '{toolkit} could not be asked about your account',
  needs: '{project} needs this to use {toolkit} for the user {user}. You need not sign in again.',
  tryAgain: 'Try again',

  leadTitle: 'Continue to the provider',
  leadTo: 'Continue to {host}',
  goOn: 'Continue',
  connectedTitle: '{toolkit} is connected',
  owner: 'It is the account of {owner}.',
  usable: '{project} can now use it for the user {user}.',
  usableLater:
    '{project} can use it for the user {user} as soon as it has confirmed the connection.',
  back: 'Back to {project}',
  failedTitle: 'The connection failed',
  askNewLink: 'Go back to the application that sent you here and ask for a new link.',
  codeTitle: 'One more step',
  codeWill: '{toolkit} will be connected once {project} knows that you are the user {user}.',
  codeType: 'Type this code in where you got the link:',
  codeValid: 'It is valid for 10 minutes.',
  codeAsked:
    'Did somebody send you the link, or does somebody ask you for the code? Then close this page: nothing is connected.',
  finishHere: 'Finish on this device',
  otherDevice: 'Did the link come from another device? Then enter this code there:',
  unknownTitle: 'There is no such link',
  unknown: 'It may be incomplete.',
  expiredTitle: 'This link has expired',
  expired: 'Links for connecting an account are only valid for a short time.',
  usedTitle: 'This link was already used',
  used: 'The account was already connected with it, and a link works only once.',
  elsewhereTitle: 'This link is in use',
  elsewhere: 'Another browser has begun to connect an account with it.',
  willUseAll:
    '{project} shows you the connections of the user {user}, and will let this user use every account that you connect here. Only continue if this is you.',

  mayTitle: 'May {project} call {tool}?',
  wants: 'An agent of {project} wants to use {toolkit} for the user {user}.',
  destructive: 'This tool may change or delete things.',
  tool: 'Tool',
  account: 'Account',
  withArguments: 'With these arguments',
  none: 'None.',
  moreArguments: '{count} more arguments are not shown.',
  notAll: 'Not everything is shown here. Approve only if you know what the rest is.',
  secret: 'A secret, which is not shown.',
  cut: 'Cut here: {count} more characters are not shown.',
  unreadable:
    'The stored arguments of this call are damaged and cannot be shown, so it cannot be approved here.',
  approve: 'Approve this one call',
  deny: 'Deny',
  onlyApprove:
    'Only approve if you are this user and want exactly this. The agent can then make this call once, until {time}.',
  approvedTitle: 'This call was approved',
  approved:
    '{tool} was approved ({time}) for one call, until {until}. You can tell the agent to continue.',
  madeTitle: 'This call was approved and made',
  made: '{tool} was approved ({time}). The approval is used up: another call asks again.',
  deniedTitle: 'This call was denied',
  denied: '{tool} was denied ({time}). The agent will be notified.',
  lateTitle: 'This request has expired',
  late: 'Nobody decided in time on {tool}, or an approval was not used. Have the agent make the call again to get a new link.',
  nothingTitle: 'There is nothing to decide here',
  nothing:
    'The link may be incomplete, or the request was withdrawn. Have the agent make the call again to get a new link.',
  signInTo: 'Sign in to {project} to decide',
  orCode: 'Or enter the code that you got:',
  noCode: 'Decide in {project}: this page accepts no code for this call.',
  code: 'Your code',
  codeHint: '{project} sent it to you. Give it to nobody, and to no agent: it approves this call.',
  wrongCode: 'That is not the code of this call. Nothing was decided.',
  tooManyCodes:
    'Too many wrong codes were entered for this call, so no more are accepted. Nothing was decided.',
  wrongTicket:
    'Your sign-in for this call has expired, or belongs to another call. Nothing was decided.',
}

export type Texts = typeof en
