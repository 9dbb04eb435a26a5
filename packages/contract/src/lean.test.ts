import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { leanContract } from './lean.ts'

/** What a browser gets of a page with this code. */
const built = async (code: string): Promise<string> => {
  const page = {
    name: 'page',
    resolveId: (id: string) => (id === 'page' ? id : null),
    load: (id: string) => (id === 'page' ? code : null),
  }
  const made = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [page, leanContract()],
    build: { write: false, minify: false, rolldownOptions: { input: 'page', preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput // one page, one output
  return made.output[0].code
}

const contract = JSON.stringify(join(import.meta.dirname, 'index.ts'))

test('a page that asks at one resource carries the schemas of no other, no summaries and no JSON Schema', async () => {
  const code = await built(`import { api } from ${contract}; export const asked = [api.ride.config]`)
  const parts = ['"/config"', 'server_time', '"/drivers"', 'summary: "', 'processJSONSchema =']
  expect(parts.filter((part) => code.includes(part))).toEqual(['"/config"', 'server_time'])
})
