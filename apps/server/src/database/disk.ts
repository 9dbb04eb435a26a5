import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const MB = 1024 * 1024

/** Below this nothing is written any more: what is running needs some for its log, and stops for good without it. */
const FULL = 64 * MB
/** From here on it is written again. */
const ROOM = 96 * MB

export type FreeBytes = (folder: string) => number

export const freeBytes: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : dirname(folder))
  return bavail * bsize
}

/** In bytes. */
export type Room = { free: number; total: number }

export const roomOf = (folder: string): Room => {
  const { bavail, bsize, blocks } = statfsSync(existsSync(folder) ? folder : dirname(folder))
  return { free: bavail * bsize, total: blocks * bsize }
}

/** With less than either, what can be done without is left until there is room. */
const LOW = { share: 0.1, bytes: 2e9 }
/** From here on it is done again: not at once, or it would change with every file. */
const ENOUGH = { share: 0.12, bytes: 2.4e9 }
const LOOKED_AT_MS = 5000

/** The disk that the data folder lies on. */
export type Disk = {
  /** null: there is no folder */
  room: () => Room | null
  /** whether there is so little that positions are thinned and exports refused */
  low: () => boolean
}

/** Looked at once in five seconds at most. An empty name is no folder. */
export const watchDisk = (folder: string, monotonic: () => number, measure = roomOf): Disk => {
  let seen: { at: number; room: Room | null } | null = null
  let low = false
  const room = (): Room | null => {
    const now = monotonic()
    if (seen === null || now - seen.at > LOOKED_AT_MS) {
      seen = { at: now, room: folder === '' ? null : measured(folder, measure) }
      low = seen.room !== null && isBelow(seen.room, low ? ENOUGH : LOW)
    }
    return seen.room
  }
  return {
    room,
    low: () => {
      room()
      return low
    },
  }
}

/** Of a folder that is away nothing is known; what needs it says so itself. */
const measured = (folder: string, measure: typeof roomOf): Room | null => {
  try {
    return measure(folder)
  } catch {
    return null
  }
}

const isBelow = ({ free, total }: Room, { share, bytes }: typeof LOW): boolean => free < bytes || free < total * share

/** Asks each time whether the disk of the folder is full; a null folder is in memory. */
export const diskGuard = (folder: string | null, free: FreeBytes = freeBytes): (() => boolean) => {
  let full = false
  return () => (full = folder !== null && free(folder) < (full ? ROOM : FULL))
}

/** As the system itself says it. */
export const diskFull = (): Error => Object.assign(new Error('no space left on the disk'), { code: 'ENOSPC' })

/** The system's word for it, and PostgreSQL's. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === '53100')

/** `25006`: a change in a session that only reads. */
const READ_ONLY = '25006'
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY
