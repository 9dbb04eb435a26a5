import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, Timestamp } from './basics.ts'

/** What erasing a passenger would do. */
export const ErasurePreview = z.object({
  /** what goes for good, in words, with how many */
  removed: z.array(z.object({ what: z.string(), count: z.int() })),
  /** what stays, and why */
  kept: z.array(z.object({ what: z.string(), reason: z.string() })),
  /** why the passenger cannot be erased now; empty: nothing is in the way */
  obstacles: z.array(z.string()),
})
export type ErasurePreview = z.output<typeof ErasurePreview>

export const ErasureInput = z.object({
  reason: requiredText('Please enter a reason', 250).pipe(z.string().min(5, 'Please enter at least 5 characters')),
})

export const Erasure = z.object({ id: Id, erased_at: Timestamp })
