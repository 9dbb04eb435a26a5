import { BACKUPS_KEPT } from '../retention/files.ts'
import { momentOfName } from './manifest.ts'

const day = (moment: Date): string => `${moment.getFullYear()}-${moment.getMonth()}-${moment.getDate()}`
/** Weeks begin on Monday. */
const week = (moment: Date): string => {
  const monday = new Date(moment)
  monday.setDate(moment.getDate() - ((moment.getDay() + 6) % 7))
  return day(monday)
}
const month = (moment: Date): string => `${moment.getFullYear()}-${moment.getMonth()}`

/**
 * The backups that are not kept: all but the newest of each of the last days, weeks and months that have one. The newest
 * of all is always among those. Days are those of the machine's time zone.
 */
export const outdated = (names: readonly string[]): string[] => {
  const backups = names
    .flatMap((name) => {
      const moment = momentOfName(name)
      return moment === null ? [] : [{ name, moment }]
    })
    .toSorted((one, other) => other.moment.getTime() - one.moment.getTime())
  const kept = new Set<string>()
  for (const [periodOf, most] of [
    [day, BACKUPS_KEPT.days],
    [week, BACKUPS_KEPT.weeks],
    [month, BACKUPS_KEPT.months],
  ] as const) {
    const periods = new Set<string>()
    for (const { name, moment } of backups) {
      if (periods.has(periodOf(moment)) || periods.size === most) continue
      periods.add(periodOf(moment))
      kept.add(name)
    }
  }
  return backups.flatMap(({ name }) => (kept.has(name) ? [] : [name]))
}
