import { expect, test } from 'vitest'
import { type Recent, readRecents, withRecent, writeRecent } from './recent.ts'

const drivers = (query: string): Recent => ({ label: 'Drivers', query })
const kept = (list: readonly Recent[]) => list.map(writeRecent)

// covers: SRCH-10, SRCH-12
test('the last five different searches are kept, newest first, with label and words', () => {
  let list: readonly Recent[] = []
  for (const query of ['oscar', 'ines', 'inga', 'wen li', 'zoe', 'ines']) list = withRecent(list, drivers(query))
  expect(kept(list)).toEqual(['Drivers:ines', 'Drivers:zoe', 'Drivers:wen li', 'Drivers:inga', 'Drivers:oscar'])
  list = withRecent(list, { label: 'Vehicles', query: 'ines' })
  expect(kept(list)).toEqual(['Vehicles:ines', 'Drivers:ines', 'Drivers:zoe', 'Drivers:wen li', 'Drivers:inga'])
})

test('continuing to type replaces the previous search, and searching another kind does not', () => {
  const list = ['mar', 'march', 'marchetti'].reduce<readonly Recent[]>(
    (all, query) => withRecent(all, drivers(query)),
    [],
  )
  expect(kept(list)).toEqual(['Drivers:marchetti'])
  expect(kept(withRecent(list, { label: 'Passengers', query: 'mar' }))).toEqual(['Passengers:mar', 'Drivers:marchetti'])
})

test('stored searches keep words with a colon, and invalid stored data gives none', () => {
  const made: Recent = { label: 'Zones', query: 'a:b' }
  expect(readRecents(JSON.stringify([writeRecent(made)]))).toEqual([made])
  for (const junk of [null, '', '{', '{"a":1}', '[1,null,"x",":y","Drivers:"]']) expect(readRecents(junk)).toEqual([])
})
