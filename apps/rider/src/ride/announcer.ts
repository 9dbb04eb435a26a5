/** Screen readers hear one sentence once in so long. ms */
const QUIET_MS = 60_000

export type Announcement = { sentence: string; urgent: boolean }

/** What is to be said of a sentence that holds now; null: it was said within the last minute. */
export const createAnnouncer = (): ((sentence: string, urgent: boolean, now: number) => Announcement | null) => {
  const saidAt = new Map<string, number>()
  return (sentence, urgent, now) => {
    const before = saidAt.get(sentence)
    if (before !== undefined && now - before < QUIET_MS) return null
    saidAt.set(sentence, now)
    return { sentence, urgent }
  }
}
