import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestPostgres } from '../../../apps/server/src/testing/postgres.ts'

/** Of `/proc/[pid]/stat`, Linux's own unit since 2.4. */
const TICKS_PER_SECOND = 100

/** Seconds of processor that a process has had, in user and system. */
const secondsOf = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const databaseSeconds = (folder: string): number => {
  const parent = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0])
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
  return [parent, ...children].map(secondsOf).reduce((sum, one) => sum + one, 0)
}

const startOne = async (args: readonly string[]): Promise<{ child: ChildProcess; origin: string }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) return { child, origin: line }
  throw new Error(`A server ended with code ${child.exitCode}`)
}

/** Servers in processes of their own on the newest database of this PostgreSQL. */
export const serveBeside = async ({ folder }: TestPostgres, url: string, processes: number, streets: string) => {
  const started = await Promise.all(
    Array.from({ length: processes }, (_, number) => startOne([url, streets, String(number)])),
  )
  const servers = (): number => started.reduce((sum, { child }) => sum + secondsOf(child.pid), 0)
  return {
    origins: started.map(({ origin }) => origin),
    processor: () => ({ servers: servers(), database: databaseSeconds(folder) }),
    close: async () => {
      for (const { child } of started) {
        const ended = new Promise((done) => child.once('exit', done))
        child.stdin?.end()
        await ended
      }
    },
  }
}
