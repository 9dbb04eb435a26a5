import type { Region } from '@ambit/contract'
import { expect, test } from 'vitest'
import { timeZoneNames } from '../form/time-zones.ts'
import { regionBody, RegionForm, regionValues } from './region-form.ts'

const coast: Region = {
  id: 3,
  name: 'Coast',
  status: 'blocked',
  time_zone: 'Australia/Brisbane',
  contact_email: null,
  contact_phone: null,
  receipt_note: null,
  emergency_number: '112',
  navigation_apps: ['waze'],
  quick_replies: { en: ['On my way', 'Late'] },
  odometer: 'require',
  track_breaks: true,
  change_minutes: 5,
  arriving_minutes: 5,
  reminder_hour: 18,
  quiet_from: '21:00',
  quiet_until: '07:00',
  message_language: null,
  messages_off: {},
  miss_policy: 'count',
  miss_window_days: 60,
  pattern_misses: 5,
  pattern_share: 15,
  pattern_of_average: 2,
  pattern_min_journeys: 10,
  series_left_out: 'tell',
  series_share_max: null,
  override_reasons: ['Asked for it'],
  zone_count: 2,
  service_plan_count: 4,
  vehicle_count: 1,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  version: 1,
}

test('the region form shows text, and sends null for empty fields', () => {
  expect(regionValues(coast)).toMatchObject({ contact_email: '', contact_phone: '', status: 'blocked' })
  expect(regionBody(regionValues(coast))).toEqual({
    name: 'Coast',
    receipt_note: null,
    status: 'blocked',
    time_zone: 'Australia/Brisbane',
    contact_email: null,
    contact_phone: null,
    emergency_number: '112',
    navigation_apps: ['waze'],
    quick_replies: { en: ['On my way', 'Late'] },
    override_reasons: ['Asked for it'],
    odometer: 'require',
    track_breaks: true,
  })
})

test('a new region is active, in the time zone of the browser', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(regionValues(null)).toMatchObject({ name: '', status: 'active', time_zone: timeZone })
})

test('an email address is refused only when it is filled in and invalid', () => {
  const messages = (contact_email: string) =>
    RegionForm.safeParse({ ...regionValues(coast), contact_email }).error?.issues.map(({ message }) => message)
  expect(messages('')).toBeUndefined()
  expect(messages('nobody')).toContain('Please enter a valid email address')
})

test('quick replies are a text a line, of which there are at most 12 of 60 characters', () => {
  const problems = (en: string) =>
    RegionForm.safeParse({ ...regionValues(coast), quick_replies_en: en }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ])
  expect(problems('a\n\n  b ')).toBeUndefined()
  expect(problems('a\n'.repeat(13))).toEqual([['quick_replies_en', 'At most 12 texts']])
  expect(problems('x'.repeat(61))).toEqual([['quick_replies_en', 'Please keep each to 60 characters']])
  const values = { ...regionValues(coast), quick_replies_en: ' a \n\nb', quick_replies_de: ' \n' }
  expect(regionBody(values).quick_replies).toEqual({ en: ['a', 'b'] })
})

test('every time zone can be chosen, including one that this browser spells differently', () => {
  expect(timeZoneNames('')).toEqual(expect.arrayContaining(['Australia/Brisbane', 'UTC']))
  expect(timeZoneNames('Asia/Calcutta')).toContain('Asia/Calcutta')
  const [first, second] = timeZoneNames('Australia/Perth')
  expect(first).toBe('Australia/Perth')
  expect(second).toMatch(/^Australia\//)
})

test('reasons to break a promise are one a line, of which there are at most 20 of 5 to 250 characters', () => {
  const problems = (lines: string): (string | undefined)[] =>
    RegionForm.safeParse({ ...regionValues(coast), override_reasons_by_line: lines }).error?.issues.map(
      ({ message }) => message,
    ) ?? []
  expect(problems('Asked for it\n'.repeat(21))).toEqual(['At most 20 reasons'])
  expect(problems('No')).toEqual(['Please use at least 5 characters for each'])
  expect(problems('x'.repeat(251))).toEqual(['Please keep each to 250 characters'])
  const values = { ...regionValues(coast), override_reasons_by_line: ' Asked for it \n\nAn operation' }
  expect(regionBody(values).override_reasons).toEqual(['Asked for it', 'An operation'])
})
