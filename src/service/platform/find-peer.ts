/** Resolves a package name to the URL of its module; undefined if the package is not installed. */
export const findPeer = (name: string): string | undefined => {
  try {
    return import.meta.resolve(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      return undefined
    throw error
  }
}
