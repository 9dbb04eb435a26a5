import { expect, test } from 'vitest'
import { readCoordinates, writeCoordinates } from './coordinates.ts'

// covers: ZONE-112, ZONE-113
test('coordinates can be pasted with a comma or a space', () => {
  expect(readCoordinates('-27.46844, 153.02334')).toEqual([153.02334, -27.46844])
  expect(readCoordinates('-27.46844 153.02334')).toEqual([153.02334, -27.46844])
  expect(readCoordinates(' -27.5,153 ')).toEqual([153, -27.5])
  expect(readCoordinates('+27. ,  -153')).toEqual([-153, 27])
})

test('a house number and a postcode are not read as coordinates', () => {
  expect(readCoordinates('12 Harbour Street')).toBeNull()
  expect(readCoordinates('91, 20')).toBeNull()
  expect(readCoordinates('12, 181')).toBeNull()
  expect(readCoordinates('')).toBeNull()
})

test('coordinates that are formatted can be parsed again', () => {
  expect(readCoordinates(writeCoordinates([153.02334, -27.46844]))).toEqual([153.02334, -27.46844])
})
