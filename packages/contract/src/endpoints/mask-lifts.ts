import { z } from 'zod'
import { endpoint, Id, one } from '../endpoint.ts'
import { liftedKinds, MaskLift, MaskLiftInput } from '../records/mask-lifts.ts'

const LIFT = 'TravellerManagement:mask:canLift'

export const maskLifts = {
  list: endpoint('maskLifts.list', 'GET', '/mask_lifts', {
    summary: 'Masked fields of a record that are shown to the caller at present',
    access: LIFT,
    query: z.object({ record_kind: z.enum(liftedKinds), record_id: z.coerce.number().pipe(Id) }),
    answer: one(z.array(MaskLift)),
  }),
  create: endpoint('maskLifts.create', 'POST', '/mask_lifts', {
    summary: 'Show a masked field of a passenger for five minutes, with a reason (X-Reason)',
    access: LIFT,
    body: MaskLiftInput,
    answer: one(MaskLift),
    // Nothing is kept for a retry: the answer is what is masked. A call that is sent again shows the field again.
    status: 200,
  }),
}
