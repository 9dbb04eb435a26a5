import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { deviceClock, Timestamp } from './basics.ts'

export const DRIVER_MESSAGE_LENGTH = 500
export const MOST_BUTTONS = 4
export const BUTTON_LENGTH = 40
/** A device sends at most so many at once. */
export const MOST_DRIVER_MESSAGES_AT_ONCE = 50

export const MessageText = z
  .string()
  .trim()
  .min(1, 'Please enter a message')
  .max(DRIVER_MESSAGE_LENGTH, `Please keep it to ${DRIVER_MESSAGE_LENGTH} characters`)

/** What a driver and dispatch said to each other on a trip, as the driver's device shows it. */
export const DriverThreadMessage = z.object({
  id: Id,
  /** made by the device that wrote it; by the server for dispatch */
  uuid: z.uuid(),
  from: z.enum(['driver', 'dispatch']),
  text: z.string(),
  /** answers that the driver can give with one tap */
  buttons: z.array(z.string()),
  /** the message that this one answers */
  answer_to: Id.nullable(),
  /** when it was written, by the server's clock; a driver without signal sends it later */
  written_at: Timestamp,
  /** when it was on the device, or with the server */
  delivered_at: Timestamp.nullable(),
  /** when it was opened, read aloud or answered */
  read_at: Timestamp.nullable(),
})
export type DriverThreadMessage = z.infer<typeof DriverThreadMessage>

/** The same as staff see it. */
export const DriverMessage = DriverThreadMessage.extend({
  trip_id: Id,
  trip_name: z.string(),
  vehicle_number: z.string().nullable(),
  region_id: Id,
  region_name: z.string(),
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  driver_id: Id.nullable(),
  /** null: the driver's record is gone */
  driver_name: z.string().nullable(),
  /** to call, where a message stays unread */
  driver_phone: z.string().nullable(),
  /** who wrote for dispatch; null: the driver wrote, or the record is gone */
  dispatcher_name: z.string().nullable(),
  created_at: Timestamp,
})
export type DriverMessage = z.infer<typeof DriverMessage>

/** Who is writing an answer to the driver at the moment. */
export const ThreadAnswer = z.object({ user_id: Id, user_name: z.string() })
export type ThreadAnswer = z.infer<typeof ThreadAnswer>

/** A trip's thread, oldest first. */
export const DriverThread = z.object({
  data: z.array(DriverMessage),
  meta: z.object({ total: z.int(), total_count: z.int(), answering: z.array(ThreadAnswer) }),
})
export type DriverThread = z.infer<typeof DriverThread>

export const DriverMessageInput = z.object({
  text: MessageText,
  buttons: z
    .array(z.string().trim().min(1, 'Please enter a text for the button').max(BUTTON_LENGTH))
    .max(MOST_BUTTONS, `At most ${MOST_BUTTONS} buttons`)
    .default([]),
})

/** What a device tells: new messages in the order in which they were written, and what it has got and shown. */
export const DriverMessageReport = z.object({
  ...deviceClock,
  messages: z
    .array(
      z.strictObject({
        /** made by the device, once and for all */
        id: z.uuid().toLowerCase(),
        text: MessageText,
        answer_to: Id.nullish(),
        /** by the device's clock */
        written_at: Timestamp,
      }),
    )
    .max(MOST_DRIVER_MESSAGES_AT_ONCE)
    .default([]),
  delivered: z.array(Id).max(200).default([]),
  read: z.array(Id).max(200).default([]),
})
