// What `plugboard generate types --strict` adds.
import 'plugboard'

declare module 'plugboard' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ToolTypeSettings {
    strict: true
  }
}
