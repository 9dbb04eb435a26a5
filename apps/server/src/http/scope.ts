import type { Actor } from './bind.ts'

/** The regions that the caller is limited to; null: none such. Records outside answer 404. */
export const regionScope = (actor: Actor): number[] | null => (actor.kind === 'user' ? actor.region_ids : null)

/** Who did it, for columns such as created_by. */
export const userIdOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.id : null)
