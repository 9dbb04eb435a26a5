import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked } from '../masks.ts'
import { requiredText, stamps } from './basics.ts'

export const COMMENT_LENGTH = 500

/** A note by staff about a passenger. */
export const TravelerComment = z.object({
  id: Id,
  traveler_id: Id,
  comment: masked('care', 'hidden', z.string()),
  /** null when the account is gone */
  created_by_name: z.string().nullable(),
  ...stamps,
})
export type TravelerComment = z.infer<typeof TravelerComment>

export const TravelerCommentInput = z.object({
  traveler_id: Id,
  comment: requiredText('Please enter a comment', COMMENT_LENGTH),
})

/** A change carries the passenger and the comment's id too; both stay as they are. */
export const TravelerCommentChange = TravelerCommentInput.partial().extend({ id: Id.optional() })
