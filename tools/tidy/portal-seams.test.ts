import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../apps/portal/src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))

test('links and steps of the portal go through the typed ones of url/link.tsx', () => {
  const untyped = files.filter(
    ({ path, text }) =>
      path !== 'url/link.tsx' &&
      /import \{[^}]*\b(Link|Navigate|useNavigate|useParams)\b[^}]*\} from '@tanstack\/react-router'/.test(text),
  )
  expect(untyped.map(({ path }) => path)).toEqual([])
})

test('the classes that a component of the portal takes from a CSS module are defined there, and all of them are taken', () => {
  const defined = new Map(
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.module.css'))
      .map((path) => {
        const rules = readFileSync(join(source, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '')
        const selectors = [...rules.matchAll(/(?:^|[{};])([^{};]*)(?=\{)/g)].map(([, selector = '']) => selector)
        return [path, new Set(selectors.join(' ').match(/(?<=\.)[a-zA-Z][\w-]*/g))] as const
      }),
  )
  const taken = new Map([...defined.keys()].map((path) => [path, new Set<string>()]))
  const missing: string[] = []
  for (const { path, text } of files)
    for (const [, name = '', from = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const css = join(dirname(path), from)
      // `classes['head']`, and `classes[side]` of a component whose classes are all of its own
      for (const [, one] of text.matchAll(new RegExp(`\\b${name}\\[(?:'([\\w-]+)'|\\w+)\\]`, 'g')))
        if (one === undefined) for (const known of defined.get(css) ?? []) taken.get(css)?.add(known)
        else if (defined.get(css)?.has(one) === true) taken.get(css)?.add(one)
        else missing.push(`${path}: ${one} is not in ${css}`)
    }
  const unused = [...defined].flatMap(([path, names]) =>
    [...names].filter((name) => taken.get(path)?.has(name) !== true).map((name) => `${path}: ${name}`),
  )
  expect({ missing, unused }).toEqual({ missing: [], unused: [] })
})

test('every stylesheet of the portal is imported by one of its files', () => {
  const imported = new Set(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/import (?:\w+ from )?'(\.[^']+\.css)'/g)].map(([, from = '']) => join(dirname(path), from)),
    ),
  )
  const styles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))
  expect(styles.filter((path) => !imported.has(path))).toEqual([])
})

test('no CSS module of the portal is longer than 300 lines', () => {
  const long = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.module.css') && readFileSync(join(source, path), 'utf8').split('\n').length > 300,
  )
  expect(long).toEqual([])
})
