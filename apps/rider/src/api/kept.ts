import type { z } from 'zod'

export type Kept<T> = { read: () => T | null; write: (value: T) => void; forget: () => void }

/** One thing that the browser keeps. Where it keeps nothing, or something else, there is nothing. */
export const keptIn = <T>(storage: () => Storage, key: string, schema: z.ZodType<T>): Kept<T> => ({
  read: () => {
    try {
      return schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null
    } catch {
      return null
    }
  },
  write: (value) => {
    try {
      storage().setItem(key, JSON.stringify(value))
    } catch {
      // It holds until the page is closed.
    }
  },
  forget: () => {
    try {
      storage().removeItem(key)
    } catch {
      // There is none then.
    }
  },
})
