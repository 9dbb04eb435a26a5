import type { DeviceDatabase } from './database.ts'

/** Gives away what can be had again; false: there was nothing. */
export type Spare = () => Promise<boolean>

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

/**
 * Does the work, and where there is no room for it once more after each time that room was made: what can be had again
 * goes first, then every second one of the oldest positions, and actions never.
 */
export const withRoom = async <T>(db: DeviceDatabase, spare: Spare, work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error) || !((await spare()) || (await thinPositions(db)))) throw error
    }
  }
}

/** The same for what may be left out: only what can be had again makes room for it. Null: there is none. */
export const unlessFull = async <T>(spare: Spare, work: () => Promise<T>): Promise<T | null> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error)) throw error
      if (!(await spare())) return null
    }
  }
}

/** Every second one of the older half goes; false: there are too few. */
export const thinPositions = async (db: DeviceDatabase): Promise<boolean> => {
  const tx = db.transaction('positions', 'readwrite')
  const numbers = await tx.store.getAllKeys()
  const older = numbers.slice(0, Math.ceil(numbers.length / 2)).filter((_, place) => place % 2 === 1)
  await Promise.all([...older.map((number) => tx.store.delete(number)), tx.done])
  return older.length > 0
}
