import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { CallOutcome, CallTask, callTaskStates } from '../records/call-tasks.ts'

const READ = 'Messaging:callTask:canRead'
const WORK = 'Messaging:callTask:canUpdate'

export const callTasks = {
  list: endpoint('callTasks.list', 'GET', '/call_tasks', {
    summary: 'Passengers to be called, most urgent first, and those who were',
    access: READ,
    query: listQuery({ region: idList, state: textList.pipe(z.array(z.enum(callTaskStates))) }, ['id', 'until']),
    answer: many(CallTask),
  }),
  show: endpoint('callTasks.show', 'GET', '/call_tasks/:id', {
    summary: 'One passenger to be called',
    access: READ,
    params: idParams,
    answer: one(CallTask),
  }),
  /** 409 where a colleague has it, or its time is over */
  take: endpoint('callTasks.take', 'POST', '/call_tasks/:id/take', {
    summary: 'Take a call, so that no colleague makes it too',
    access: WORK,
    params: idParams,
    answer: one(CallTask),
  }),
  /** 409 unless the caller has it */
  close: endpoint('callTasks.close', 'POST', '/call_tasks/:id/close', {
    summary: 'Say what came of the call: without an answer it comes back after five minutes, twice',
    access: WORK,
    params: idParams,
    body: CallOutcome,
    answer: one(CallTask),
  }),
  /** also what a colleague has left behind */
  putBack: endpoint('callTasks.putBack', 'POST', '/call_tasks/:id/put_back', {
    summary: 'Leave a call that was taken to others',
    access: WORK,
    params: idParams,
    answer: one(CallTask),
  }),
}
