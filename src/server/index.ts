/** What `import 'plugboard-server'` gives inside this tree; a build takes `src/service` itself. */
export * from '../service/index.ts'
