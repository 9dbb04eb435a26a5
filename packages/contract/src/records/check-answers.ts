import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { NamedPhotos } from './driver-photos.ts'

/** What a driver answered to one item. */
export const CheckAnswer = z.strictObject({
  item: z.string().min(1).max(40),
  /** `pass` or `fail`, a number, a text, the place of the choice from 0, or of a `photo` how many there are */
  value: z.union([z.number(), z.string().trim().max(500)]),
  /** of what is wrong, or why what a `photo` asks for is missing */
  note: z.string().trim().min(1).max(500).nullish(),
  /** of what is wrong, or what a `photo` asks for */
  photos: NamedPhotos.optional(),
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

export const CheckAnswers = z.object({
  checklist_id: Id,
  answers: z.array(CheckAnswer).max(60),
})
