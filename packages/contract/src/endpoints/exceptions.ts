import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList } from '../query.ts'
import { ResolutionInput, ServiceException } from '../records/exceptions.ts'

export const exceptions = {
  list: endpoint('exceptions.list', 'GET', '/exceptions', {
    summary: 'What in the running service needs a person now, most urgent first',
    access: 'ExceptionManagement:exception:canRead',
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() }),
    answer: many(ServiceException),
  }),
  /** 409 names who has taken it before */
  acknowledge: endpoint('exceptions.acknowledge', 'POST', '/exceptions/:id/acknowledge', {
    summary: 'Take an exception: the caller sees to it',
    access: 'ExceptionManagement:exception:canUpdate',
    params: idParams,
    answer: one(ServiceException),
    keyed: true,
  }),
  resolve: endpoint('exceptions.resolve', 'POST', '/exceptions/:id/resolve', {
    summary: 'Resolve an exception, with what was done',
    access: 'ExceptionManagement:exception:canUpdate',
    params: idParams,
    body: ResolutionInput,
    answer: one(ServiceException),
    keyed: true,
  }),
}
