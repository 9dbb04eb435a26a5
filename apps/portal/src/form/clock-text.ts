const DAY = 1440

const pair = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes of a service day as a clock shows them; the end of a day that begins at midnight is `24:00`. */
export const toClock = (minutes: number): string => (minutes === DAY ? '24:00' : pair(minutes % DAY))

/** Of a service day that begins at `starts`: a time before that is of the next date, and so is an end at that time. */
export const toMinutes = (clock: string, starts: number, end: boolean): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const moment = hours * 60 + minutes
  if (moment === DAY) return DAY
  return moment < starts || (end && moment === starts) ? moment + DAY : moment
}
