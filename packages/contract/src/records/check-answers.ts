import { z } from 'zod'
import { Id } from '../endpoint.ts'

/** What a driver answered to one item. */
export const CheckAnswer = z.strictObject({
  item: z.string().min(1).max(40),
  /** `pass` or `fail`, a number, a text, or the place of the choice from 0 */
  value: z.union([z.number(), z.string().trim().max(500)]),
  /** of what is wrong */
  note: z.string().trim().min(1).max(500).nullish(),
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

export const CheckAnswers = z.object({
  checklist_id: Id,
  answers: z.array(CheckAnswer).max(60),
})
