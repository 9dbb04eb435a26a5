import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A relative import; both paths from the folder that was read. */
export type Import = { from: string; to: string }

export const line = ({ from, to }: Import): string => `${from} → ${to}`

/** Every relative import of TypeScript below a folder; `lazy` are those of `import()`. Tests are left out where asked. */
export const importsBelow = (source: string, { lazy = false, tests = true } = {}): Import[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && (tests || !/\.test\.tsx?$/.test(file)))
    .flatMap((from) => {
      const text = readFileSync(join(source, from), 'utf8')
      const pattern = lazy
        ? /import\(\s*'(\.[^']+\.tsx?)'/g
        : /^(?:import|export)(?:[^'"]*?from)?\s+'(\.[^']+\.tsx?)'/gm
      return [...text.matchAll(pattern)].map(([, to = '']) => ({ from, to: normalize(join(dirname(from), to)) }))
    })

/** The folders, however deep, that an import leads back to. */
export const foldersInCycles = (imports: readonly Import[]): string[] => {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports)
    if (dirname(from) !== dirname(to))
      edges.set(dirname(from), (edges.get(dirname(from)) ?? new Set()).add(dirname(to)))
  const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(start) ?? [])].some((next) => {
      if (next === goal) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, goal, seen)
    })
  return [...edges.keys()].filter((folder) => reaches(folder, folder))
}
