import tzLookup from '@photostructure/tz-lookup'
import { addDays, dateIn, momentAt, weekdayOf } from '@ambit/domain'
import type { Streets } from '@ambit/streets'

/** Minutes after midnight: when the demo's clock begins, and when its morning is under way. The day shifts begin at 8:00. */
const BEGINS = 7 * 60 + 45
const OPENS = 8 * 60 + 35

const SATURDAY = 6

/** The town's morning of the wall's date, or of the next Monday: at weekends a demo would be quiet. */
export const morningOf = ([west, south, east, north]: Streets['manifest']['bbox'], wall: Date) => {
  const time_zone = tzLookup((south + north) / 2, (west + east) / 2)
  const today = dateIn(time_zone, wall)
  const weekday = weekdayOf(today)
  const date = weekday < SATURDAY ? today : addDays(today, 8 - weekday)
  return {
    begins_at: momentAt(time_zone, date, BEGINS).toISOString(),
    opens_at: momentAt(time_zone, date, OPENS).toISOString(),
    time_zone,
  }
}
