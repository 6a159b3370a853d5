/** Returns whether a value with this name is a secret. A token for the next page is not. */
export const isSecretName = (name: string): boolean => secretName.test(name)

const secretName =
  /pass(word|phrase|code)|secret|credential|api_?key|private_?key|access_?key|authorization|(^|_)(o?auth|access|refresh|bearer|id|session)_?token$|^token$/i
