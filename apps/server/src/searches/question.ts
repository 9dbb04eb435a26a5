import type { SearchInput } from '@ambit/contract'
import type { z } from 'zod'

export type SearchQuestion = z.output<typeof SearchInput>

/** Who asks: the user's id for created_by, and the regions that the user is limited to. */
export type Asker = { user_id: number | null; regions: readonly number[] | null }

/** The region that was asked for, within those of the user; null: all. */
export const regionsAsked = (region: number | null, allowed: readonly number[] | null): readonly number[] | null =>
  region === null ? allowed : (allowed ?? [region]).filter((id) => id === region)
