import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
