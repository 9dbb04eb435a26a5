import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../apps/server/src')

/** A statement that writes trips, their stops, or the version of a zone's plan; by the query builder or as SQL. */
const WRITES =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](?:trips|trip_stops|zone_plans)\b|(?:insert\s+into|update|delete\s+from)\s+(?:trips|trip_stops|zone_plans)\b/

/** A demo writes the past of a town that has no plan yet; tests lay plans out as they need them. */
const mayWrite = (path: string): boolean => /^planning\/change\/|^demo\/|^testing\/|\.test\.ts$/.test(path)

test('only planning/change writes trips, their stops and the versions of plans', () => {
  const others = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !mayWrite(path))
    .filter((path) => WRITES.test(readFileSync(join(source, path), 'utf8')))
  expect(others).toEqual([])
})
