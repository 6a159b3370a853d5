/** Enough for two UUIDs with a colon. */
const maximum = 80

/**
 * What shows nothing, shows another width than it has, or changes what stands beside it: control and
 * format characters, fillers, marks that pile up, and all space but a single one.
 */
const misleading =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}| (?= )|(?<=\p{M}{4})\p{M}/gu

/**
 * The id of a user as people are shown it, who have to recognize whether it is theirs.
 *
 * Applications may let their users choose it, so it is untrusted: characters that mislead stand there
 * as numbers, such as `\u{202e}`, and of a long one both ends are left, so that neither can be pushed
 * out of sight.
 */
export const toShownUser = (userId: string): string => {
  const characters = [
    ...userId.replaceAll(
      misleading,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    ),
  ]
  if (characters.length <= maximum) return characters.join('')
  const half = maximum / 2
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`
}
