import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** The rules of the house that no linter knows. A new package or exception needs a page in docs/decisions. */
const root = join(import.meta.dirname, '..')
const skipped = new Set([
  'node_modules',
  'dist',
  '.runtime',
  '.git',
  'data',
  'test-results',
  'playwright-report',
  'coverage',
])

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield path
  }
}

const sources = ['packages', 'apps', 'e2e', 'tools'].flatMap((folder) =>
  [...files(join(root, folder))]
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') })),
)
const code = sources.filter(({ path }) => !/\.test\.tsx?$|\.spec\.ts$/.test(path))

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:import|export)[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')

/** Which workspace packages each room may import. */
const allowed: { [room: string]: string[] } = {
  'packages/engine': [],
  'packages/geo': [],
  'packages/phone-map': ['@ambit/geo'],
  'packages/phone-push': ['@ambit/contract'],
  'packages/random': [],
  'packages/contract': [],
  'packages/domain': ['@ambit/contract', '@ambit/geo'],
  'packages/streets': ['@ambit/geo', '@ambit/random'],
  'packages/town': ['@ambit/random', '@ambit/streets'],
  'apps/server': [
    '@ambit/contract',
    '@ambit/domain',
    '@ambit/engine',
    '@ambit/geo',
    '@ambit/random',
    '@ambit/streets',
    '@ambit/town',
  ],
  'apps/portal': ['@ambit/contract', '@ambit/domain', '@ambit/geo'],
  'apps/driver': [
    '@ambit/contract',
    '@ambit/domain',
    '@ambit/geo',
    '@ambit/phone-map',
    '@ambit/phone-push',
    '@ambit/phone-push/storage',
    '@ambit/phone-push/worker',
  ],
  'apps/rider': [
    '@ambit/contract',
    '@ambit/domain',
    '@ambit/geo',
    '@ambit/phone-map',
    '@ambit/phone-push',
    '@ambit/phone-push/storage',
    '@ambit/phone-push/worker',
  ],
  'apps/simulator': ['@ambit/contract', '@ambit/domain', '@ambit/geo', '@ambit/random'],
  e2e: ['@ambit/contract', '@ambit/random'],
}
/** The component tests of portal and apps run on the real server; the walk over all screens needs an API in memory. */
const isForTests = (path: string, name: string): boolean =>
  (name.startsWith('@ambit/server/testing') && /^apps\/(portal|driver)\/src\/testing\//.test(path)) ||
  (/^@ambit\/rider\/(testing|texts)/.test(name) && path.startsWith('e2e/ride/'))
const isForBuild = (path: string, name: string): boolean =>
  name === '@ambit/contract/lean' && path.endsWith('/vite.config.ts')

// covers: DAPP-01, RIDE-01
test('each package imports only the packages that it may', () => {
  const stories = sources.filter(({ path }) => path.endsWith('.spec.ts'))
  const wrong = [...code, ...stories].flatMap(({ path, text }) => {
    const room = Object.keys(allowed).find((name) => path.startsWith(`${name}/`))
    if (room === undefined) return []
    return importsOf(text)
      .filter(
        (name) =>
          name.startsWith('@ambit/') &&
          !allowed[room]!.includes(name) &&
          !isForTests(path, name) &&
          !isForBuild(path, name),
      )
      .map((name) => `${path} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

test('the engine imports nothing at all', () => {
  const wrong = code
    .filter(({ path }) => path.startsWith('packages/engine/src'))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter((name) => !name.startsWith('.'))
        .map((name) => `${path}: ${name}`),
    )
  expect(wrong).toEqual([])
})

test('only planning and the demo import the engine, only streets and the command line street data, only the command line the town', () => {
  const wrong = code
    .filter(({ path }) => path.startsWith('apps/server/src'))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter(
          (name) =>
            (name === '@ambit/engine' && !/^apps\/server\/src\/(planning|demo)\//.test(path)) ||
            // A type says what is handed in; opening and reading the data stays in its room.
            (name === '@ambit/streets' &&
              !/^apps\/server\/src\/(streets|cli|testing)\//.test(path) &&
              !new RegExp(`import type [^\\n]*from '@ambit/streets'`).test(text)) ||
            (name === '@ambit/town' && !path.startsWith('apps/server/src/cli/')),
        )
        .map((name) => `${path} imports ${name}`),
    )
  expect(wrong).toEqual([])
})

test('no relative import leaves its package', () => {
  const wrong = code.flatMap(({ path, text }) => {
    const room = Object.keys(allowed).find((name) => path.startsWith(`${name}/`))
    if (room === undefined) return []
    return importsOf(text)
      .filter(
        (name) =>
          name.startsWith('.') && !join(path, '..', name).startsWith(room) && !name.endsWith('CHANGELOG.md?raw'),
      )
      .map((name) => `${path} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

test('the clock and chance come from deps', () => {
  const wrong = code
    .filter(
      ({ path }) =>
        /^(packages|apps\/server)\//.test(path) && !/apps\/server\/src\/(main|clock|random)\.ts$|\/cli\//.test(path),
    )
    .filter(({ text }) => /\bDate\.now\(\)|\bMath\.random\(\)|\bnew Date\(\)/.test(text))
    .map(({ path }) => path)
  expect(wrong).toEqual([])
})

test('only main and the command line read the environment', () => {
  const wrong = code
    .filter(({ path }) => path.startsWith('apps/server/src/') && !/src\/(main|cli\/[\w-]+)\.ts$/.test(path))
    .filter(({ path, text }) => /process\.env\b/.test(text) && !path.includes('/testing/'))
    .map(({ path }) => path)
  expect(wrong).toEqual([])
})

test('no file is longer than 400 lines, and half are under 120', () => {
  const lengths = sources.map(({ path, text }) => ({ path, lines: text.split('\n').length }))
  expect(lengths.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(120)
})

test('no folder is called utils or helpers, no app has an index.ts, no code has an enum or a TODO', () => {
  const drawers = sources.filter(({ path }) => /\/(utils|helpers|common|lib)\//.test(path)).map(({ path }) => path)
  const barrels = code.filter(({ path }) => /^apps\/.*\/index\.ts$/.test(path)).map(({ path }) => path)
  const enums = code.filter(({ text }) => /^\s*(export )?(const )?enum /m.test(text)).map(({ path }) => path)
  const unfinished = sources
    .filter(({ path, text }) => !path.startsWith('tools/tidy') && /\b(TODO|FIXME|XXX)\b/.test(text))
    .map(({ path }) => path)
  expect({ drawers, barrels, enums, unfinished }).toEqual({ drawers: [], barrels: [], enums: [], unfinished: [] })
})

test('every package is one that ARCHITECTURE.md describes', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const rooms = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).filter((name) => statSync(join(root, folder, name)).isDirectory()),
  )
  expect(rooms.filter((room) => !new RegExp(`\\b${room}/`).test(text))).toEqual([])
})

test('every requirement that a test claims to cover exists', () => {
  const known = new Set(
    readdirSync(join(root, 'docs/requirements')).flatMap((file) =>
      [...readFileSync(join(root, 'docs/requirements', file), 'utf8').matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(
        (match) => match[1]!,
      ),
    ),
  )
  const unknown = sources
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/covers:\s*([A-Z][^\n*]*)/g)].flatMap((claim) =>
        [...claim[1]!.matchAll(/([A-Z]+)-(\d+)/g)]
          .filter(
            (id) =>
              !known.has(`${id[1]}-${id[2]!.padStart(2, '0')}`) && !known.has(`${id[1]}-${id[2]!.padStart(3, '0')}`),
          )
          .map((id) => `${path}: ${id[0]}`),
      ),
    )
  expect(unknown).toEqual([])
})
