import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contract from '@ambit/contract'

const source = join(import.meta.dirname, '../../apps/server/src')

/** `bind(api.drivers.create, ({ body, keep }) =>`: the endpoint, and what its handler takes of the call. */
const HANDLER = /bind(?:\.shown)?\(\s*api\.(\w+\.\w+),\s*(?:show,\s*)?(?:async )?\(([^=]*)\) =>/g

test('the handler of every endpoint that is safe to repeat takes `keep`, to store its answer with its changes', () => {
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(source, path), 'utf8'))
  const keeping = texts
    .flatMap((text) => [...text.matchAll(HANDLER)])
    .filter(([, , taken]) => /\bkeep\b/.test(taken ?? ''))
    .map(([, name]) => name)
  const keyed = Object.values(contract.api)
    .flatMap((group): contract.Endpoint[] => Object.values(group))
    .filter((endpoint) => endpoint.keyed)
    .map(({ name }) => name)
  expect(keeping.toSorted()).toEqual(keyed.toSorted())
})
