import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** The data folder belongs to one process at a time. The message is for the operator. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

export type FolderLock = { release: () => void }

type Holder = { pid: number; started: string }

/** Held by this process, which its pid alone does not show. */
const held = new Set<string>()

/**
 * PGlite takes no lock of its own, and two of them on one folder destroy it. The lock is a file that names its process;
 * one whose process is gone is taken over. Throws FolderInUse.
 */
export const lockFolder = (folder: string): FolderLock => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  const own: Holder = { pid: process.pid, started: startOf(process.pid) ?? 'unknown' }
  const draft = `${file}.${process.pid}`
  writeDraft(draft, own)
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (linked(draft, file)) return holding(file)
      const holder = read(file)
      if (holder !== null && (held.has(file) || alive(holder))) throw inUse(folder, holder.pid)
      takeAway(file, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw inUse(folder, null)
}

const inUse = (folder: string, pid: number | null): FolderInUse =>
  new FolderInUse(
    `The data folder ${folder} is in use by another process${pid === null ? '' : ` (${pid})`}. Stop it first, or choose another folder.`,
  )

const holding = (file: string): FolderLock => {
  held.add(file)
  return {
    release: () => {
      held.delete(file)
      rmSync(file, { force: true })
    },
  }
}

/** A link appears whole or not at all, and never replaces: that is what makes it a lock. */
const linked = (draft: string, file: string): boolean => {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const writeDraft = (draft: string, own: Holder): void => {
  const handle = openSync(draft, 'w')
  writeSync(handle, JSON.stringify(own))
  fsyncSync(handle)
  closeSync(handle)
}

const read = (file: string): Holder | null => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value)) return null
    return typeof value.pid === 'number' ? { pid: value.pid, started: String(value.started) } : null
  } catch {
    return null
  }
}

/** Moves a dead lock aside. Another process that was faster has put its own there: that one goes back. */
const takeAway = (file: string, dead: Holder | null): void => {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== null && JSON.stringify(moved) !== JSON.stringify(dead)) linked(aside, file)
  rmSync(aside, { force: true })
}

/** A process of that number that started when the lock says; numbers are given out again. */
const alive = ({ pid, started }: Holder): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now === null || started === 'unknown' || now === started
}

/** When a process started, as the kernel counts; null where there is no /proc, or no such process. */
const startOf = (pid: number): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted after the command's name, which may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A process that ended but was not waited for keeps its number and holds nothing.
    return fields[0] === 'Z' ? `${boot} ended` : `${boot} ${fields[19]}`
  } catch {
    return null
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
