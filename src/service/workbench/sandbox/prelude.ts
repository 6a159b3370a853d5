/**
 * The code before a model's code: short names for the tools of the session, and a way to return a
 * result.
 *
 * One line, so that line numbers in error messages match the model's code.
 */
const prelude = `
globalThis.__give = (() => {
  const raw = globalThis.tools;
  const named = Object.assign(Object.create(null), {
    call: async (tool_slug, given = {}, account) => raw.$call({ tool_slug, arguments: given, account }),
    callMany: async (calls) => raw.$callMany({ calls })
  });
  const one = (slug) => async (given = {}, account) => named.call(slug, given, account);
  globalThis.tools = new Proxy(named, {
    get: (known, name) => (typeof name !== 'string' || name === 'then' ? undefined : name in known ? known[name] : one(name))
  });
  return (value) => { if (value !== undefined) raw.$result({ value: value }); };
})();
`.replaceAll(/\n\s*/g, ' ')

const beginning = `${prelude}__give(await (async () => {`

/**
 * The module that runs a model's JavaScript: as the body of an async function, or as a module if it
 * has imports.
 */
export const toModule = (code: string): string =>
  isModule(code) ? `${prelude}${code}` : `${beginning}${code}\n})());`

/** Corrects the column of an error in the model's first line, which follows the prelude. */
export const correctColumns = (text: string, code: string): string => {
  const before = (isModule(code) ? prelude : beginning).length
  return text.replaceAll(
    /(\/tmp\/code\.mjs:1:)(\d+)/g,
    (_all, place: string, column: string) => place + Math.max(1, Number(column) - before),
  )
}

const isModule = (code: string): boolean => /^\s*(?:import\s*[\w*{'"]|export\s)/m.test(code)
