/** What waits for consequences waits no longer than this. */
const LONGEST_MS = 3000

export type Consequences = {
  /** A consequence of the step of this key will be found out; returns the way to say that it has been. */
  await: (key: string) => () => void
  /** Resolves when all are known, or take too long. */
  known: () => Promise<void>
}

/** What steps lead to and the browser has to ask for. A later asking for the same key stands in for the one before. */
export const awaitedConsequences = (): Consequences => {
  const asking = new Map<string, symbol>()
  const waiting = new Set<() => void>()
  return {
    await: (key) => {
      const own = Symbol(key)
      asking.set(key, own)
      return () => {
        if (asking.get(key) === own) asking.delete(key)
        if (asking.size === 0) for (const end of waiting) end()
      }
    },
    known: () =>
      new Promise((done) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(end)
          done()
        }
        const timer = setTimeout(end, LONGEST_MS)
        waiting.add(end)
        if (asking.size === 0) end()
      }),
  }
}
