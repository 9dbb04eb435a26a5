import { expect, test } from 'vitest'
import { boardingTimesOf, type TimedAid } from './boarding-times.ts'

const usual = { none: { load_s: 10, unload_s: 8 }, wheelchair: { load_s: 120, unload_s: 110 } }
const aid = (id: number, seats: number, wheelchair_spaces: number, load_s: number, unload_s = load_s): TimedAid => ({
  id,
  seats,
  wheelchair_spaces,
  load_s,
  unload_s,
})
const [walker, animal, scooter] = [aid(1, 1, 0, 30, 25), aid(2, 0, 0, 12), aid(3, 0, 1, 180, 150)]
const timesOf = (people: number, wheelchairs: number, aids: readonly TimedAid[], own: number[] | null = null) =>
  boardingTimesOf(
    { people, wheelchairs, aids, own: own && { times: { load_s: 200, unload_s: 100 }, aids: own } },
    usual,
  )

test('without aids and own times nothing is said of how long getting in and out takes', () => {
  expect(timesOf(3, 1, [])).toBeNull()
})

// covers: JRN-54
test('everybody of a booking is counted once: by the aid, as a wheelchair without one, or as somebody without any', () => {
  expect(timesOf(1, 0, [walker])).toEqual({ load_s: 30, unload_s: 25 })
  expect(timesOf(3, 0, [walker])).toEqual({ load_s: 30 + 2 * 10, unload_s: 25 + 2 * 8 })
  expect(timesOf(2, 1, [scooter, animal])).toEqual({ load_s: 180 + 12 + 10, unload_s: 150 + 12 + 8 })
  expect(timesOf(3, 2, [scooter])).toEqual({ load_s: 180 + 120 + 10, unload_s: 150 + 110 + 8 })
  expect(timesOf(1, 0, [scooter])).toEqual({ load_s: 180, unload_s: 150 })
})

test('own times stand in place of those of the aids in the profile, and of nobody else', () => {
  expect(timesOf(1, 0, [], [])).toEqual({ load_s: 200, unload_s: 100 })
  expect(timesOf(2, 0, [walker, animal], [1])).toEqual({ load_s: 200 + 12 + 10, unload_s: 100 + 12 + 8 })
  expect(timesOf(2, 0, [walker, walker], [1])).toEqual({ load_s: 200 + 30, unload_s: 100 + 25 })
})
