import {
  alwaysTold,
  CANNOT_BE_OFF,
  type MessageChannel,
  messageChannels,
  type MessageEvent,
  messageEvents,
  messageLanguages,
  type Region,
  RegionMessages,
  writtenChannels,
} from '@ambit/contract'
import { z } from 'zod'

const channels = z.array(z.enum(messageChannels))
const written = channels.refine((on) => writtenChannels.some((channel) => on.includes(channel)), CANNOT_BE_OFF)
const channelFields = Object.fromEntries(
  messageEvents.map((event) => [event, alwaysTold.includes(event) ? written : channels]),
) as Record<MessageEvent, typeof channels> // one for each event

const { change_minutes, arriving_minutes, quiet_from, quiet_until } = RegionMessages.shape

/** What the form holds: hours as `HH:00`, and for each event the channels that are on. */
export const RegionMessagesForm = z.object({
  change_minutes,
  arriving_minutes,
  reminder_hour: quiet_from,
  message_language: z.enum(messageLanguages).or(z.literal('')),
  quiet_from,
  quiet_until,
  ...channelFields,
})
export type RegionMessagesForm = z.infer<typeof RegionMessagesForm>

export const regionMessagesValues = (region: Region): RegionMessagesForm => ({
  change_minutes: region.change_minutes,
  arriving_minutes: region.arriving_minutes,
  reminder_hour: `${String(region.reminder_hour).padStart(2, '0')}:00`,
  message_language: region.message_language ?? '',
  quiet_from: region.quiet_from,
  quiet_until: region.quiet_until,
  ...(Object.fromEntries(
    messageEvents.map((event) => [event, without(messageChannels, region.messages_off[event] ?? [])]),
  ) as Record<MessageEvent, MessageChannel[]>), // one for each event
})

/** An event whose channels are all on is left out. */
export const regionMessagesBody = (values: RegionMessagesForm): z.input<typeof RegionMessages> => ({
  change_minutes: values.change_minutes,
  arriving_minutes: values.arriving_minutes,
  reminder_hour: Number(values.reminder_hour.slice(0, 2)),
  message_language: values.message_language === '' ? null : values.message_language,
  quiet_from: values.quiet_from,
  quiet_until: values.quiet_until,
  messages_off: Object.fromEntries(
    messageEvents
      .map((event) => [event, without(messageChannels, values[event])] as const)
      .filter(([, off]) => off.length > 0),
  ),
})

const without = (all: readonly MessageChannel[], these: readonly MessageChannel[]): MessageChannel[] =>
  all.filter((channel) => !these.includes(channel))
