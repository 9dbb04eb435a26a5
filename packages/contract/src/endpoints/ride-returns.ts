import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { RideReturn } from '../records/ride-returns.ts'
import { RideReturnCall } from '../records/rides.ts'

const own = { audience: 'passenger', access: 'passenger' } as const

/** Ways back that passengers call for when they are ready. */
export const rideReturns = {
  returns: endpoint('ride.returns', 'GET', '/open_returns', {
    summary: 'Own ways back to be called for, and those of who is helped: what waits, and what ended within a day',
    ...own,
    answer: many(RideReturn),
  }),
  /** 409 where it has ended; 422 where the area is booked by phone */
  callReturn: endpoint('ride.callReturn', 'POST', '/open_returns/:id/call', {
    summary: 'Book the soonest ride back, or wait for one before all others',
    ...own,
    params: idParams,
    answer: one(RideReturnCall),
    keyed: true,
  }),
  /** 409 where it has ended */
  dropReturn: endpoint('ride.dropReturn', 'POST', '/open_returns/:id/not_needed', {
    summary: 'Say that a way back is not needed',
    ...own,
    params: idParams,
    answer: empty,
    status: 204,
    keyed: true,
  }),
}
