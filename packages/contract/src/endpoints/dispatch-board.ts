import { z } from 'zod'
import { endpoint, Id, one } from '../endpoint.ts'
import { idList } from '../query.ts'
import { Timestamp } from '../records/basics.ts'
import { BOARD_MINUTES, DispatchBoard, DispatchProbes, LONGEST_BOARD_HOURS } from '../records/dispatch-board.ts'

export const dispatchBoard = {
  /** Of the zones named, or of all zones of the regions named; 422 for more than 24 hours, and for too many zones */
  show: endpoint('dispatchBoard.show', 'GET', '/dispatch_board', {
    summary: 'Vehicles with their stops, loads and slack, and the bookings on them and without a vehicle',
    access: 'DispatchManagement:board:canRead',
    query: z.object({
      filter: z.object({ region: idList.optional(), zone: idList.optional() }).optional(),
      /** 30 minutes before now where it is left out */
      from: Timestamp.optional(),
      /** how long, from then on */
      minutes: z.coerce
        .number()
        .int()
        .min(60)
        .max(LONGEST_BOARD_HOURS * 60)
        .default(BOARD_MINUTES),
    }),
    answer: one(DispatchBoard),
  }),
  /** 404 for a booking that the caller may not see, 503 without street data */
  probe: endpoint('dispatchBoard.probe', 'POST', '/dispatch_probes', {
    summary: 'Whether each vehicle of its zone can take a booking, and where in its trip',
    access: 'DispatchManagement:board:canRead',
    body: z.object({ service_request_id: Id }),
    answer: one(DispatchProbes),
  }),
}
