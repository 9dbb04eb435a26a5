import { z } from 'zod'

/** base64url of so many bytes, without padding */
const bytes = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}$`), `Please send ${count} bytes in base64url`)

/** What a browser's `PushSubscription.toJSON()` holds. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'Please send the address of a push service' }).max(2000),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})

/** What a push holds, encrypted: the service worker shows it. */
export const PushPayload = z.object({
  title: z.string(),
  text: z.string(),
  /** within the app */
  link: z.string().startsWith('/'),
  /** what a newer one of the same replaces */
  topic: z.string(),
  /** tells the server that it was shown, once; null: nobody waits for it */
  shown: z.string().nullable(),
})
export type PushPayload = z.infer<typeof PushPayload>
