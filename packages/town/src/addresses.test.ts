// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAddressIndex, openAddressIndex } from '@ambit/streets'
import { expect, test } from 'vitest'
import { writeDemoTown } from './demo-town.ts'

test('the address index finds every labelled address and place of the demo town first by its own label', async () => {
  const home = await mkdtemp(join(tmpdir(), 'ambit-town-addresses-'))
  try {
    const file = join(home, 'town.osm.pbf')
    await writeDemoTown({ file, seed: 7 })
    await buildAddressIndex({ file, folder: home })
    const town = await openAddressIndex(home)
    const houses = [...town.houseNumbers()].filter((_, at) => at % 37 === 0)
    const all = [...houses, ...town.places(), ...town.landmarks()]
    const elsewhere = houses[0].position
    // A label in capitals, without commas and typed from far away means the same address.
    const missed = all.filter(
      ({ label }) =>
        town.suggest(label)[0]?.label !== label ||
        town.suggest(label.toUpperCase().replaceAll(',', ''), { at: elsewhere })[0]?.label !== label,
    )
    expect(missed.map((address) => address.label)).toEqual([])
    expect(all.length).toBeGreaterThan(700)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
