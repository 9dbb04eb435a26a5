import {
  alwaysTold,
  messageChannels,
  type MessageEvent,
  messageEvents,
  messageLanguages,
  type MessagesWanted,
  NOT_WITHOUT,
  QuietHours,
  type Traveler,
  TravelerMessages,
} from '@ambit/contract'
import { z } from 'zod'

const wanted = z.enum([...messageChannels, 'none', ''])
type Wanted = z.infer<typeof wanted>
const always = wanted.refine((value) => value !== 'none', NOT_WITHOUT)
const eventFields = Object.fromEntries(
  messageEvents.map((event) => [event, alwaysTold.includes(event) ? always : wanted]),
) as Record<MessageEvent, typeof wanted> // one for each event

const { can_text, call_when_near } = TravelerMessages.shape
const { from, until } = QuietHours.shape

/** What the form holds: for each event what is wanted, empty where nothing is said. */
export const TravelerMessagesForm = z.object({
  locale: z.enum(messageLanguages).or(z.literal('')),
  can_text,
  call_when_near,
  own_quiet_hours: z.boolean(),
  quiet_from: from,
  quiet_until: until,
  ...eventFields,
})
export type TravelerMessagesForm = z.infer<typeof TravelerMessagesForm>

export const travelerMessagesValues = (traveler: Traveler): TravelerMessagesForm => ({
  locale: traveler.locale ?? '',
  can_text: traveler.can_text,
  call_when_near: traveler.call_when_near,
  own_quiet_hours: traveler.quiet_hours !== null,
  quiet_from: traveler.quiet_hours?.from ?? '21:00',
  quiet_until: traveler.quiet_hours?.until ?? '07:00',
  ...(Object.fromEntries(messageEvents.map((event) => [event, traveler.message_channels[event] ?? ''])) as Record<
    MessageEvent,
    Wanted
  >), // one for each event
})

export const travelerMessagesBody = (values: TravelerMessagesForm): z.input<typeof TravelerMessages> => {
  const message_channels: MessagesWanted = {}
  for (const event of messageEvents) {
    const value = values[event]
    if (value !== '') message_channels[event] = value
  }
  const { locale, can_text: takesSms, call_when_near: calls } = values
  const quiet_hours = values.own_quiet_hours ? { from: values.quiet_from, until: values.quiet_until } : null
  return {
    locale: locale === '' ? null : locale,
    can_text: takesSms,
    call_when_near: calls,
    message_channels,
    quiet_hours,
  }
}
