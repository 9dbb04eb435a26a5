/** After Later the reminder waits for so long, or until a still newer version. */
export const REMIND_AFTER_MS = 3_600_000

export type Later = { version: string; at: number }

type Known = {
  /** what the version file says */
  found: string
  /** the version that this page was loaded with */
  loaded: string
  /** what Update Now stored last; null: never pressed here */
  stored: string | null
  later: Later | null
}

/** Whether there is a version to announce at this moment (epoch milliseconds). */
export const tellsOf = ({ found, loaded, stored, later }: Known, now: number): boolean => {
  if (found === loaded || found === stored) return false
  return later === null || later.version !== found || now - later.at >= REMIND_AFTER_MS
}
