import { MessageLog } from '../records/MessageLog.tsx'
import type { Format } from '../settings/create-format.ts'

/** What the passenger was told of the booking. */
export const BookingMessages = ({ id, format }: { id: number; format: Format }) => (
  <MessageLog filter={{ service_request: [id] }} format={format} />
)
