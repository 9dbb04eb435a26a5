import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** What the documentation promises about itself: its decisions are short and complete, and the files it names exist. */
const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const skipped = new Set(['node_modules', 'dist', '.git', '.runtime', 'data', 'test-results', 'playwright-report'])

function* pathsBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    if (skipped.has(name)) continue
    const path = join(folder, name)
    yield relative(root, path)
    if (statSync(path).isDirectory()) yield* pathsBelow(path)
  }
}

const paths = [...pathsBelow(root)]
const known = new Set(paths)
/** A page of decisions may be named by its number alone. */
const isPage = (path: string): boolean =>
  /^docs\/decisions\/\d{3}$/.test(path) && paths.some((one) => one.startsWith(`${path}-`))
const exists = (path: string): boolean =>
  known.has(path) || isPage(path) || paths.some((one) => one.endsWith(`/${path}`))

const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .sort()

const decisions = inFolder('docs/decisions')
const MOST_WORDS = 600

test('decisions are numbered from 001 without holes, and each title repeats its number', () => {
  const numbers = decisions.map((path) => /\/(\d{3})-[a-z0-9-]+\.md$/.exec(path)?.[1])
  expect(numbers).toEqual(decisions.map((_, at) => String(at + 1).padStart(3, '0')))
  const titles = decisions.map((path) => /^# (\d{3}) \S/.exec(read(path))?.[1])
  expect(titles).toEqual(numbers)
})

test('each decision has fewer than 600 words under the same four headings', () => {
  const wrong = decisions.flatMap((path) => {
    const text = read(path)
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const headings = [...text.matchAll(/^##+ (.+)$/gm)].map((match) => match[1]).join(', ')
    return [
      ...(words < MOST_WORDS ? [] : [`${path}: ${words} words`]),
      ...(headings === 'Context, Decision, Refused, Consequences' ? [] : [`${path}: ${headings}`]),
    ]
  })
  expect(wrong).toEqual([])
})

test('each section of measurements says when, at which commit and on what machine it was measured', () => {
  const wrong = inFolder('docs/measurements').flatMap((path) =>
    read(path)
      .split(/^## /m)
      .slice(1)
      .filter((section) => !/\d{4}-\d\d-\d\d · `[0-9a-f]{7}`/.test(section) || !/\d [a-z ]*cores/.test(section))
      .map((section) => `${path}: ${section.split('\n')[0]}`),
  )
  expect(wrong).toEqual([])
})

/** `drivers/{queries,routes}.ts` names two files. */
const spelledOut = (name: string): string[] => {
  const [, before, choices, after] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
  return choices === undefined ? [name] : choices.split(',').map((choice) => `${before}${choice.trim()}${after}`)
}

const looksLikeFile = (name: string): boolean =>
  /^[\w./@{},-]+$/.test(name) &&
  !name.startsWith('/') &&
  (/\.(tsx?|mjs|css|sql|md)$/.test(name) || /^(apps|packages|e2e|tools|docs)\//.test(name))

const namedIn = (text: string): string[] => {
  const prose = text.replace(/^```[^]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!).filter(looksLikeFile)
  const linked = [...prose.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1]!)
  const plain = [...prose.matchAll(/\bdocs\/[\w-]+\/[\w.-]+\.md\b/g)].map((match) => match[0])
  return [...quoted.flatMap(spelledOut), ...linked, ...plain].map((name) => name.replace(/\/$/, ''))
}

test('every file and folder that the documentation names exists', () => {
  const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', ...decisions, ...inFolder('docs/operating')]
  const missing = pages.flatMap((page) =>
    namedIn(read(page))
      .filter((name) => !exists(name))
      .map((name) => `${page}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every page of docs that a source file refers to exists', () => {
  const missing = paths
    .filter((path) => /^(apps|packages|e2e|tools)\/.*\.(tsx?|mjs)$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/\bdocs\/(?:decisions|measurements|operating)\/[\w.-]+/g)]
        .map((match) => match[0].replace(/\.$/, ''))
        .filter((name) => !known.has(name) && !isPage(name))
        .map((name) => `${path}: ${name}`),
    )
  expect(missing).toEqual([])
})

// covers: DAPP-137
test('the page on phones and tablets covers https, mounting, the app in front, charging, trackers and lost devices', () => {
  const page = read('docs/operating/phones.md')
  const subjects = [/\*\*https\.\*\*/, /mount/, /Guided Access/, /app pinning/, /\*\*Charge/, /^## Trackers$/m]
  for (const subject of [...subjects, /A lost device: `Sign out devices`/, /replac/i]) expect(page).toMatch(subject)
})
