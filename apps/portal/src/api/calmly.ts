/** At most two calls a second for the same thing, and the last one never lost. */
const GAP_MS = 500
const waiting = new Map<string, ReturnType<typeof setTimeout> | null>()

export const calmly = (key: string, run: () => void): void => {
  const timer = waiting.get(key)
  if (timer !== undefined) {
    // One is resting: it runs again at the end of its rest.
    if (timer === null)
      waiting.set(
        key,
        setTimeout(() => rest(key, run), GAP_MS),
      )
    return
  }
  rest(key, run)
}

const rest = (key: string, run: () => void): void => {
  run()
  waiting.set(key, null)
  setTimeout(() => {
    if (waiting.get(key) === null) waiting.delete(key)
  }, GAP_MS)
}
