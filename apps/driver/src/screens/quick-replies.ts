import type { DeviceState } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'
import type { Language } from '../texts/say.ts'

/** What drivers write most, on one tap each, where their region has no texts of its own. */
const quick = [
  'quick_ok',
  'quick_on_my_way',
  'quick_running_late',
  'quick_call_me',
  'quick_vehicle_problem',
  'quick_passenger_needs_help',
] as const

/** Those of the region in the language of the app, else the product's. */
export const quickReplies = (
  { quick_replies }: Pick<DeviceState, 'quick_replies'>,
  language: Language,
  say: Say,
): readonly string[] => quick_replies[language] ?? quick.map((key) => say(key))
