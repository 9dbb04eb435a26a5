import { addDays, dateIn, minutesIn, momentAt } from '@ambit/domain'

const TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2})/

/** `2026-11-22 15:30:00`, as a wall clock in the zone shows the moment; null for none. */
export const wallTime = (timeZone: string, iso: string): string | null => {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return null
  const minutes = Math.floor(minutesIn(timeZone, moment))
  const pad = (part: number): string => String(part).padStart(2, '0')
  return `${dateIn(timeZone, moment)} ${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00`
}

/** The reverse; empty for no time. */
export const momentOf = (timeZone: string, wall: string | null): string => {
  const [, date, hours, minutes] = TIME.exec(wall ?? '') ?? []
  if (date === undefined) return ''
  return momentAt(timeZone, date, Number(hours) * 60 + Number(minutes)).toISOString()
}

export type Shortcut = { label: string; days: number }

/** A shortcut changes the day; the time of day stays as it was chosen, or is now's. */
export const shortcutValues = (
  timeZone: string,
  chosen: string,
  now: Date,
  shortcuts: readonly Shortcut[],
): { label: string; value: string }[] => {
  const today = dateIn(timeZone, now)
  const time = (wallTime(timeZone, chosen) ?? wallTime(timeZone, now.toISOString()) ?? '').slice(10)
  return shortcuts.map(({ label, days }) => ({ label, value: addDays(today, days) + time }))
}
