/** Packages that are part of the files of `plugboard`, so that it does not depend on them. */
export const bundledPackages = ['ofetch', 'destr', 'ufo']
