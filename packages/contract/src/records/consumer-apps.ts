import { z } from 'zod'
import { Id } from '../endpoint.ts'

/** An app or site that passengers book with. */
export const ConsumerApp = z.object({ id: Id, name: z.string() })
export type ConsumerApp = z.infer<typeof ConsumerApp>
