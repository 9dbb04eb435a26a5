import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test('only names of time zones are accepted as time zones', () => {
  for (const name of ['Australia/Brisbane', 'America/New_York', 'UTC'])
    expect([name, isTimeZone(name)]).toEqual([name, true])
  for (const name of ['', 'Brisbane', 'Australia/Nowhere', '+10:00', '10']) {
    expect([name, isTimeZone(name)]).toEqual([name, false])
  }
})
