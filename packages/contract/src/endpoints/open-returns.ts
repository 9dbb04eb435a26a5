import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import {
  OpenReturn,
  OpenReturnCall,
  OpenReturnClosing,
  OpenReturnInput,
  openReturnStates,
} from '../records/open-returns.ts'

const READ = 'TravellerManagement:openReturn:canRead'

export const openReturns = {
  list: endpoint('openReturns.list', 'GET', '/open_returns', {
    summary: 'Ways back that are asked for when the passenger calls',
    access: READ,
    represented: true,
    query: listQuery(
      {
        state: textList.pipe(z.array(z.enum(openReturnStates))),
        region: idList,
        zone: idList,
        traveler: idList,
        /** of `not_before` */
        date_range: timeRange,
      },
      ['id', 'created_at', 'not_before', 'state', 'traveler_name'],
    ),
    answer: many(OpenReturn),
  }),
  show: endpoint('openReturns.show', 'GET', '/open_returns/:id', {
    summary: 'One open return',
    access: READ,
    represented: true,
    params: idParams,
    answer: one(OpenReturn),
  }),
  /** 422 at the field, also where the journey has a way back already, or `not_before` is before the way there ends */
  create: endpoint('openReturns.create', 'POST', '/open_returns', {
    summary: 'Keep a way back of a booking until the passenger calls',
    access: 'TravellerManagement:openReturn:canCreate',
    body: OpenReturnInput,
    answer: one(OpenReturn),
    status: 201,
  }),
  /**
   * The passenger calls: searches for now. Where nothing picks the passenger up soon enough, the call is put on the waiting
   * list in the same transaction. 409 where it has ended.
   */
  activate: endpoint('openReturns.activate', 'POST', '/open_returns/:id/activate', {
    summary: 'Search for the way back of a passenger who calls',
    access: 'TravellerManagement:openReturn:canUpdate',
    represented: true,
    params: idParams,
    answer: one(OpenReturnCall),
    keyed: true,
  }),
  /** 409 where it has ended */
  notNeeded: endpoint('openReturns.notNeeded', 'POST', '/open_returns/:id/not_needed', {
    summary: 'End an open return whose passenger comes back in another way',
    access: 'TravellerManagement:openReturn:canUpdate',
    represented: true,
    params: idParams,
    answer: one(OpenReturn),
    keyed: true,
  }),
  /** 409 where it has ended */
  close: endpoint('openReturns.close', 'POST', '/open_returns/:id/close', {
    summary: 'Close an open return, with the reason',
    access: 'TravellerManagement:openReturn:canDestroy',
    params: idParams,
    body: OpenReturnClosing,
    answer: one(OpenReturn),
    keyed: true,
  }),
}
