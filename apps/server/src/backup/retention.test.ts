import { expect, test } from 'vitest'
import { backupName } from './manifest.ts'
import { outdated } from './retention.ts'

const nameOf = (moment: Date): string => backupName(moment, '1.2.3', false)
/** Half past two of the night, so many days before the last one. */
const night = (daysBefore: number): Date => new Date(2026, 10, 24 - daysBefore, 2, 30)

// covers: OPS-60
test('of two years of daily backups the last 7 days, 5 weeks and 12 months keep one each, the newest always', () => {
  const nights = Array.from({ length: 730 }, (_, index) => night(index))
  const removed = new Set(outdated(nights.map(nameOf)))
  const kept = nights.filter((moment) => !removed.has(nameOf(moment)))
  const days = Array.from({ length: 7 }, (_, index) => night(index))
  // The 24th is a Tuesday: the newest of each week before this one is a Sunday's.
  const weeks = [2, 9, 16, 23].map(night)
  const months = Array.from({ length: 11 }, (_, index) => new Date(2026, 10 - index, 0, 2, 30))
  const expected = [...days, ...weeks, ...months].map(nameOf)
  expect(kept.map(nameOf).toSorted()).toEqual([...new Set(expected)].toSorted())
  expect(outdated([nameOf(night(0))])).toEqual([])
})

test('after a pause of months the newest backups stay', () => {
  expect(outdated([200, 201, 202].map((days) => nameOf(night(days))))).toEqual([])
})

test('files that are no backups are left alone', () => {
  const names = ['drills.jsonl', 'photo.jpg', `${nameOf(night(400))}.partial`]
  expect(outdated([...names, nameOf(night(0)), nameOf(new Date(night(0).getTime() - 60_000))])).toEqual([
    nameOf(new Date(night(0).getTime() - 60_000)),
  ])
})
