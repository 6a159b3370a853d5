// What `plugboard generate types` writes, in short.
import 'plugboard'

declare module 'plugboard' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ToolTypes {
    /** Create an issue */
    TRACKER_CREATE_ISSUE: {
      arguments: {
        title: string
        labels?: string[]
      }
      data: {
        number: number
      }
    }
    TRACKER_LIST_ISSUES: {
      arguments: {
        state?: 'open' | 'closed'
        assignee?: { id: number; name?: string | null }
      }
      data: {
        items: { title: string }[]
      }
    }
    'odd/slug': {
      name: 'odd_x2f_slug'
      arguments: Record<string, unknown>
      data: Record<string, unknown>
    }
  }
}
