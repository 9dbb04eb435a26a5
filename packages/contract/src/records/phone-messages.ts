import { z } from 'zod'
import { unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { sentChannels } from './messages.ts'

/** What a passenger's phone shows in a demo, where nothing leaves the installation: with the links and codes in it. */
export const PhoneMessage = z.object({
  /** `message-12` of a ride, `mail-7` of the account */
  key: z.string(),
  channel: z.enum(sentChannels),
  /** of an e-mail, and of a push */
  subject: z.string().nullable(),
  text: unseen('place', z.string()),
  at: Timestamp,
  /** IANA, of the clock on the phone */
  time_zone: z.string(),
})
export type PhoneMessage = z.output<typeof PhoneMessage>
