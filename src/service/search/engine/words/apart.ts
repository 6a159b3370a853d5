/**
 * Words, each with its plural, whose stem by Porter's rules is that of a word with another meaning:
 * "customer" is not "custom", nor "news" "new". Of each such group all but one are here.
 */
export const apart: ReadonlySet<string> = new Set(
  `activity additional animation apartment attribution authenticity authority authorization authorize authorized balancer building business
  community computer conversion customer department direction documentation edition engineering executive experiment formation general
  goods importance important international listing marketing news objective organ organic organism personality position positive
  presentation production rating recording relative respective setting several severity statement station training
  university universal`.split(/\s+/),
)
