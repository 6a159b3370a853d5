/**
 * Whether the value of this name opens something; a token that leads to the next page opens
 * nothing.
 */
export const isSecretName = (name: string): boolean => secretName.test(name)

const secretName =
  /pass(word|phrase|code)|secret|credential|api_?key|private_?key|access_?key|authorization|(^|_)(o?auth|access|refresh|bearer|id|session)_?token$|^token$/i
