import { api, type Client, type TravelerMergeInput } from '@ambit/contract'
import type { z } from 'zod'
import { byId, type Change, change, sam, traveler, type World } from './changes.ts'

/** Merges the other passenger into the one who stays. */
export const mergeOf = async (
  client: Client,
  kept: number,
  other: number,
  more: Partial<z.input<typeof TravelerMergeInput>> = {},
) =>
  (await client.call(api.travelerMerges.create, { params: { id: kept }, body: { traveler_id: other, ...more } })).data

const merge = async (w: World) => (await mergeOf(sam(w), await traveler(w), await traveler(w))).id

/** Every change of two records of one passenger. */
export const mergeChanges: readonly Change[] = [
  change(api.travelerMerges.create, async (w) => ({
    params: { id: await traveler(w) },
    body: { traveler_id: await traveler(w), fields: { username: 'merged' as const } },
  })),
  change(api.travelerMerges.undo, byId(merge)),
]
