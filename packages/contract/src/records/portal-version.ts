import { z } from 'zod'

/** What the version file says: the version of the server that answers, and of the portal that it serves. */
export const PortalVersion = z.object({ version: z.string().min(1) })
export type PortalVersion = z.infer<typeof PortalVersion>
