import {
  alwaysTold,
  messageChannels,
  type MessageEvent,
  messageEvents,
  messageLanguages,
  type MessagesWanted,
  NOT_WITHOUT,
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

/** What the form holds: for each event what is wanted, empty where nothing is said. */
export const TravelerMessagesForm = z.object({
  locale: z.enum(messageLanguages).or(z.literal('')),
  can_text,
  call_when_near,
  ...eventFields,
})
export type TravelerMessagesForm = z.infer<typeof TravelerMessagesForm>

export const travelerMessagesValues = (traveler: Traveler): TravelerMessagesForm => ({
  locale: traveler.locale ?? '',
  can_text: traveler.can_text,
  call_when_near: traveler.call_when_near,
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
  return { locale: locale === '' ? null : locale, can_text: takesSms, call_when_near: calls, message_channels }
}
