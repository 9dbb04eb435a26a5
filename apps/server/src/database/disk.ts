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

/** How much of the disk that holds the folder is free, from 0 to 1. */
export const freeShare = (folder: string): number => {
  const { bavail, blocks } = statfsSync(existsSync(folder) ? folder : dirname(folder))
  return blocks === 0 ? 1 : bavail / blocks
}

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
