import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../simulate/server.ts'

const MIGRATIONS = 'apps/server/migrations'
/** There are no tags yet: states of the product that differ in their migrations and whose servers start, the newest first. */
const VERSIONS = [
  '9adc29954d61d1034603cbc6137afa7c17c6ab19',
  '43b6aa081ed833dd2ec5c22edf231d1475388f1c',
  '4f627e6b4639746e9e7a5a1db480b32a0dfa4940',
]

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 })

/** The migrations of a commit, each with its content's own name. */
const migrationsOf = (commit: string): string[] =>
  git('ls-tree', commit, `${MIGRATIONS}/`)
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/).slice(2).join(' '))
    .filter((line) => line.endsWith('.sql'))

/** Those whose databases this version brings up to date: their migrations are the first of today's. None without history. */
export const earlierVersions = (): string[] =>
  VERSIONS.filter((commit) => {
    try {
      const now = migrationsOf('HEAD')
      const own = migrationsOf(commit)
      return own.length < now.length && own.every((line, at) => line === now[at])
    } catch {
      return false
    }
  })

/** The code of a commit in a folder of its own, with the packages of this one. */
export const checkOut = (commit: string): string => {
  const home = mkdtempSync(join(tmpdir(), 'ambit-version-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', home], { input: archive })
  const modules = join(home, 'node_modules')
  mkdirSync(join(modules, '@ambit'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@ambit') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  // The links are relative: here they lead to the packages of that commit.
  for (const name of readdirSync(join(root, 'node_modules/@ambit')))
    symlinkSync(readlinkSync(join(root, 'node_modules/@ambit', name)), join(modules, '@ambit', name))
  return home
}
