import { runScript } from './run-script.ts'

/**
 * Which npm packages, and which files of plugboard, a process loads that imports a module, as
 * Node's own module hooks see it.
 */
export const loadedPackages = async (
  cwd: string,
  name: string,
): Promise<{ packages: string[]; files: string[] }> => {
  const { printed } = await runScript(
    cwd,
    `
    const urls = []
    const { registerHooks } = await import('node:module')
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    await import('${name}')
    console.log(JSON.stringify(urls))`,
  )
  const urls = JSON.parse(printed) as string[]
  const packages = urls.map(
    (url) => /^file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1],
  )
  return {
    packages: [
      ...new Set(
        packages.filter(
          (loaded): loaded is string => loaded !== undefined && loaded !== 'plugboard',
        ),
      ),
    ].sort(),
    files: urls
      .filter((url) => url.includes('/node_modules/plugboard/'))
      .map((url) => url.slice(url.lastIndexOf('/node_modules/plugboard/'))),
  }
}
