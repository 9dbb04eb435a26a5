import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import { Message, messageChannels, messageEvents, messageStates } from '../records/messages.ts'

export const messages = {
  list: endpoint('messages.list', 'GET', '/messages', {
    summary: 'What passengers were told, are about to be told, and were not told',
    access: 'Messaging:message:canRead',
    query: listQuery(
      {
        region: idList,
        event: textList.pipe(z.array(z.enum(messageEvents))),
        channel: textList.pipe(z.array(z.enum(messageChannels))),
        state: textList.pipe(z.array(z.enum(messageStates))),
        service_request: idList,
        date_range: timeRange,
      },
      ['id', 'created_at', 'state_at'],
    ),
    answer: many(Message),
  }),
  show: endpoint('messages.show', 'GET', '/messages/:id', {
    summary: 'One message',
    access: 'Messaging:message:canRead',
    params: idParams,
    answer: one(Message),
  }),
}
