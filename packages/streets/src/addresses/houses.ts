import type KDBush from 'kdbush'
import type { Houses } from './address.ts'
import type { AddressTable } from './table.ts'

/** A step: some 10 µs for each question where a polygon has thousands of long edges. */
const QUESTIONS = 100

export const createHouses = (table: AddressTable, tree: KDBush | null): Houses => {
  const inside: Houses['inside'] = function* (polygons) {
    const found = new Uint8Array(table.houseCount)
    let asked = 0
    for (const { bbox, contains } of polygons) {
      const [west, south, east, north] = bbox
      if (tree === null || west > east) continue
      const [x0, x1] = [Math.floor(west * 1e7 * table.squeeze), Math.ceil(east * 1e7 * table.squeeze)]
      for (const house of tree.range(x0, Math.floor(south * 1e7), x1, Math.ceil(north * 1e7))) {
        if (found[house] === 0 && contains(table.houseAt(house))) found[house] = 1
        if (++asked % QUESTIONS === 0) yield
      }
    }
    const rows = new Int32Array(found.reduce((sum, one) => sum + one, 0))
    let next = 0
    for (let house = 0; house < found.length; house++) if (found[house] === 1) rows[next++] = house
    return rows
  }
  return { count: table.houseCount, at: table.houseAt, inside }
}
