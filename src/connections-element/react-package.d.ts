/** What is used of React, whose own types are not installed here. */
declare module 'react' {
  export const createElement: (
    type: string,
    properties: Record<string, unknown>,
  ) => { type: string; props: object; key: string | null }
  export const useEffect: (run: () => (() => void) | undefined | void, on?: unknown[]) => void
  export const useRef: <Value>(initial: Value) => { current: Value }
}
