import { wordsOfName } from '../slugs/words.ts'

/**
 * How surely a parameter of this name proves who the caller is: `sure` names mean nothing else
 * unless their description says so, `likely` ones (`key`, `token`) need a description that says it.
 */
export const credentialName = (place: string, name: string): 'sure' | 'likely' | undefined => {
  if (name.length > longestName) return undefined
  const joined = wordsOfName(name).join('').replace(/^x/, '')
  if (sure.has(joined)) return 'sure'
  if (place === 'header') return inHeader(joined) ? 'sure' : undefined
  return likely.has(joined) ? 'likely' : undefined
}

/** Real names are shorter; taking others apart would cost time. */
export const longestName = 200

const sure = new Set(
  `apikey apitoken apiauth apisecret apisecretkey accesskey accesstoken
  appkey appsecret applicationkey auth authkey authtoken authaccesstoken authenticationtoken authorization
  authorizationtoken basicauth bearer bearertoken clientapikey consumerkey hapikey jwt jwttoken oauth
  oauthaccesstoken oauthconsumerkey oauthsignature oauthtoken oauth2token personalaccesstoken
  privatetoken secretkey securitytoken serviceaccesstoken sessiontoken subscriptionkey
  ocpapimsubscriptionkey userapikey useraccesstoken userauthtoken`.split(/\s+/),
)

const likely = new Set(
  `key token secret clientsecret credential credentials idtoken licensekey password passwd passphrase
  sessionkey sessionid sid sig signature userkey usertoken`.split(/\s+/),
)

/** A header is hardly ever what an operation is about. */
const inHeader = (joined: string): boolean =>
  /(api|app|application|access|auth|authorization|license|private|secret|service|session|subscription|user)key$|token$|jwt$|secret$|password$|authorization$/.test(
    joined,
  ) && !ofRequest.test(joined)

/** Headers about the request or its content, whoever sends it. */
const ofRequest =
  /page|next|prev|cursor|continuation|sync|resume|delta|change|csrf|xsrf|captcha|idempoten|dedup|upload|encrypt|customer|lock|etag|device|push|registration|request|correlation|trace/
