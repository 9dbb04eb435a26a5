import { z } from 'zod'
import { endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { TravelerMerge, TravelerMergeInput, TravelerMergePreview, UndoneMerge } from '../records/traveler-merges.ts'

const MERGE = 'TravellerManagement:merge:canUpdate'

/** Two records of one passenger that become one. */
export const travelerMerges = {
  list: endpoint('travelerMerges.list', 'GET', '/travelers/:id/merges', {
    summary: 'What was merged into a passenger, the latest first, with what was undone',
    access: 'TravellerManagement:traveller:canRead',
    params: idParams,
    answer: many(TravelerMerge),
  }),
  preview: endpoint('travelerMerges.preview', 'GET', '/travelers/:id/merge', {
    summary: 'What hangs on two passengers, and what is in the way of merging them',
    access: MERGE,
    params: idParams,
    query: z.object({ with: z.coerce.number().pipe(Id) }),
    answer: one(TravelerMergePreview),
  }),
  /** 422 where both have a concession of one region or rides at one time, 409 where anything else is in the way */
  create: endpoint('travelerMerges.create', 'POST', '/travelers/:id/merge', {
    summary: 'Merge another record of the same passenger into this one',
    access: MERGE,
    params: idParams,
    body: TravelerMergeInput,
    answer: one(TravelerMerge),
    status: 201,
  }),
  /** 409 where it was undone before or its time is over */
  undo: endpoint('travelerMerges.undo', 'POST', '/traveler_merges/:id/undo', {
    summary: 'Undo a merge within 30 days, as far as nothing was changed since',
    access: MERGE,
    params: idParams,
    answer: one(UndoneMerge),
    keyed: true,
  }),
}
