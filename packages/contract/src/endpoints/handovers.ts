import { z } from 'zod'
import { endpoint, Id, idParams, one } from '../endpoint.ts'
import { idList } from '../query.ts'
import { Brief, Handover, HandoverAcceptance, HandoverInput, OpenedHandover } from '../records/handovers.ts'

const READ = 'ExceptionManagement:handover:canRead'
const GIVE = 'ExceptionManagement:handover:canCreate'

export const handovers = {
  list: endpoint('handovers.list', 'GET', '/handovers', {
    summary: 'The newest 100 handovers of the last year',
    access: READ,
    query: z.object({ filter: z.strictObject({ region: idList }).partial().optional() }),
    answer: one(z.array(Handover)),
  }),
  brief: endpoint('handovers.brief', 'GET', '/handovers/brief', {
    summary: 'What whoever takes over now has to know of a region, or of some of its zones',
    access: READ,
    query: z.object({ region_id: z.coerce.number().pipe(Id), zone: idList.optional() }),
    answer: one(Brief),
  }),
  show: endpoint('handovers.show', 'GET', '/handovers/:id', {
    summary: 'A handover with its brief: as it was accepted, and before as it stands now',
    access: READ,
    params: idParams,
    answer: one(OpenedHandover),
  }),
  create: endpoint('handovers.create', 'POST', '/handovers', {
    summary: 'Offer a handover to another user, in place of one that the caller has offered for the region',
    access: GIVE,
    body: HandoverInput,
    answer: one(Handover),
    status: 201,
  }),
  accept: endpoint('handovers.accept', 'POST', '/handovers/:id/accept', {
    summary: 'Accept a handover whose sections were read: what the giver saw to becomes the caller’s',
    access: GIVE,
    params: idParams,
    body: HandoverAcceptance,
    answer: one(OpenedHandover),
    keyed: true,
  }),
}
