import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as nap } from 'node:timers/promises'
import type { Random } from '@ambit/random'
import { postgresMissing, startPostgres } from '../../apps/server/src/testing/postgres.ts'
import { checkHealth, Complaint, freePort, root, type RunningServer, startServer } from '../simulate/server.ts'

export const places = ['embedded', 'servers', 'postgres', 'optimiser'] as const
export type PlaceName = (typeof places)[number]

/** What is killed, and how it comes back. */
export type Stage = {
  origins: readonly string[]
  databaseUrl: string | null
  /** what its processes are known by: data folders, and where they run */
  folders: readonly string[]
  /** Kills. False: there was nothing to kill at that moment. */
  strike: (random: Random) => Promise<boolean>
  /** brings back what was killed, and waits until it works */
  mend: () => Promise<void>
  health: () => Promise<string[]>
  close: () => Promise<void>
}

const PATIENCE_MS = 60_000

const envOf = async (folder: string, seed: number, databaseUrl: string) => ({
  AMBIT_DATA: folder,
  AMBIT_PORT: String(await freePort()),
  AMBIT_SEED: String(seed),
  AMBIT_CLOCK: 'demo',
  AMBIT_BACKUP_FOLDER: 'off',
  DATABASE_URL: databaseUrl,
})

const quiet = (): void => {}

export const openStage = (name: PlaceName, folder: string, seed: number): Promise<Stage> => {
  switch (name) {
    case 'embedded':
      return oneServer(folder, seed)
    case 'optimiser':
      return oneOptimiser(folder, seed)
    case 'servers':
    case 'postgres':
      return twoServers(name, folder, seed)
  }
}

const oneServer = async (folder: string, seed: number): Promise<Stage> => {
  const env = await envOf(folder, seed, '')
  let server = await startServer(env, quiet)
  return {
    origins: [server.url],
    databaseUrl: null,
    folders: [folder],
    strike: async () => {
      await server.kill()
      return true
    },
    mend: async () => void (server = await startServer(env, quiet)),
    health: async () => {
      await server.stop()
      const wrong = await checkHealth(folder, undefined)
      server = await startServer(env, quiet)
      return wrong
    },
    close: () => server.kill(),
  }
}

/** The thread that looks for better plans is ended while its server goes on. */
const oneOptimiser = async (folder: string, seed: number): Promise<Stage> => {
  const stage = { env: await envOf(folder, seed, ''), killed: 0 }
  const NODE_OPTIONS = `--import ${join(root, 'tools/kills/kill-workers.mjs')}`
  const onLine = (line: string): void => {
    const found = /^KILLED (\d+)$/.exec(line)
    if (found !== null) stage.killed += Number(found[1])
  }
  const begin = () => startServer({ ...stage.env, NODE_OPTIONS }, quiet, { onLine })
  let server = await begin()
  return {
    origins: [server.url],
    databaseUrl: null,
    folders: [folder],
    strike: async () => {
      const before = stage.killed
      const until = performance.now() + PATIENCE_MS
      while (stage.killed === before && performance.now() < until) {
        server.child.kill('SIGUSR2')
        await nap(20)
      }
      return stage.killed > before
    },
    mend: async () => {},
    health: async () => {
      await server.stop()
      const wrong = await checkHealth(folder, undefined)
      server = await begin()
      return wrong
    },
    close: () => server.kill(),
  }
}

/** Two servers on one PostgreSQL; one of the two is killed, or the PostgreSQL with all its processes. */
const twoServers = async (kind: 'servers' | 'postgres', folder: string, seed: number): Promise<Stage> => {
  const missing = postgresMissing()
  if (missing !== null) throw new Complaint(`There is no PostgreSQL to kill: ${missing}.`)
  const postgres = await startPostgres()
  const url = await postgres.emptyDatabase()
  const envs = [await envOf(folder, seed, url), await envOf(folder, seed, url)]
  const servers: RunningServer[] = []
  for (const env of envs) servers.push(await startServer(env, quiet))
  let dead: number | null = null
  const ready = async (origin: string): Promise<boolean> =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    origins: servers.map((server) => server.url),
    databaseUrl: url,
    folders: [folder, postgres.folder],
    strike: async (random) => {
      if (kind === 'postgres') await postgres.crash()
      else {
        dead = random.chance(0.5) ? 0 : 1
        await servers[dead]?.kill()
      }
      return true
    },
    mend: async () => {
      const env = dead === null ? undefined : envs[dead]
      if (dead !== null && env !== undefined) servers[dead] = await startServer(env, quiet)
      dead = null
      const until = performance.now() + PATIENCE_MS
      for (const server of servers)
        while (!(await ready(server.url))) {
          if (performance.now() > until) throw new Complaint('A server was not ready a minute after the kill.')
          await nap(50)
        }
    },
    health: () => checkHealth(folder, url),
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await postgres.stop()
    },
  }
}

/** Processes of this machine that still belong to the run, by its folders. Linux tells; elsewhere none. */
export const leftBehind = (folders: readonly string[]): string[] => {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => {
      try {
        return (
          folders.some((folder) => readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) ||
          folders.some((folder) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AMBIT_DATA=${folder}`))
        )
      } catch {
        return false
      }
    })
}
