import { z } from 'zod'
import { messageChannels, messageLanguages } from './messages.ts'
import { MessagesWanted, QuietHours } from './travelers.ts'

const wishes = {
  /** of messages and of the app; null: the region's */
  language: z.enum(messageLanguages).nullable(),
  channels: MessagesWanted,
  /** what can wait does so in them; null: as the region has it */
  quiet_hours: QuietHours.nullable(),
}

/** How a passenger wants to hear of each event. */
export const RideMessages = z.object({
  ...wishes,
  /** what holds without own ones */
  usual_quiet_hours: QuietHours,
  /** what reaches the passenger now: by an address or number, and by a gateway of the installation */
  reached_by: z.array(z.enum(messageChannels)),
})
export type RideMessages = z.output<typeof RideMessages>

export const RideMessagesChange = z.object(wishes).partial()
