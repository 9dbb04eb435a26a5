import type { Address, AddressIndex } from './address.ts'
import { createHouses } from './houses.ts'
import { createNearest, openHouseTree } from './nearest.ts'
import { createSuggest } from './suggest.ts'
import { readAddressTable } from './table.ts'

const rows = (count: number): number[] => Array.from({ length: count }, (_, row) => row)

/** Opens what `buildAddressIndex` wrote into the folder. Throws when it is missing or damaged. */
export const openAddressIndex = async (folder: string): Promise<AddressIndex> => {
  const table = await readAddressTable(folder)
  const houseTree = openHouseTree(table)
  return {
    suggest: createSuggest(table),
    reverse: createNearest(table, houseTree),
    houses: createHouses(table, houseTree),
    houseNumbers: function* (): IterableIterator<Address> {
      for (let row = 0; row < table.houseCount; row++) yield table.house(row)
    },
    streets: () => rows(table.streetCount).map(table.street),
    places: () => rows(table.placeCount).map(table.place),
    landmarks: (what) =>
      rows(table.poiCount)
        .filter((row) => what === undefined || table.poiWhat(row) === what)
        .map(table.poi),
  }
}
