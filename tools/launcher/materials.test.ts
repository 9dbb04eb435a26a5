import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Bill, billOfMaterials, licencesOf } from './materials.mjs'

type Lockfile = { packages: Record<string, { name?: string; version: string; dev?: true; link?: true }> }

/** Licences that allow the product to be passed on as it is. Of a choice, one is enough. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'OFL-1.1',
  'PSF-2.0',
  'ISC AND CC-BY-3.0',
  'Unlicense',
]

let bill: Bill
beforeAll(async () => {
  bill = await billOfMaterials(process.execPath)
})

// covers: OPS-86
test('the bill of materials has every package of the lockfile that ships, and none that only development needs', () => {
  const root = join(import.meta.dirname, '../..')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile // npm's own format
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) })
  const purls = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
  const listed = bill.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')))
  const others = listed.filter((name) => !name.startsWith('@ambit/'))
  expect(others.toSorted()).toEqual([...new Set(purls)].toSorted())
  expect(others).toContainEqual(expect.stringMatching(/^fastify@/))
  expect(others.filter((name) => /^(vitest|playwright|oxlint)@/.test(name))).toEqual([])
})

test('every package has a licence that allows the product to be passed on', () => {
  const licences = licencesOf(bill)
  const refused = licences.filter(
    ({ licence }) =>
      !licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((one) => ALLOWED.includes(one)),
  )
  expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  expect(licences.find(({ name }) => name === 'fastify')?.text).toContain('MIT License')
})
