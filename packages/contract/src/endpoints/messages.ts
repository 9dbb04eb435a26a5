import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import {
  MessagePreview,
  MessageTemplate,
  MessageTemplateChange,
  MessageTemplateInput,
  MessageTrial,
} from '../records/message-templates.ts'
import { PhoneMessage } from '../records/phone-messages.ts'
import { SmsReply, smsReplyKinds, smsReplyStates } from '../records/sms-replies.ts'
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
        traveler: idList,
        date_range: timeRange,
      },
      ['id', 'created_at', 'state_at'],
    ),
    answer: many(Message),
  }),
  /** of a demo alone: elsewhere 404 */
  phone: endpoint('messages.phone', 'GET', '/messages/phone', {
    summary: 'What a passenger’s phone would show in a demo, with the links and codes in it',
    access: 'Messaging:message:canRead',
    query: z.object({ traveler_id: z.coerce.number().pipe(Id) }),
    answer: many(PhoneMessage),
  }),
  show: endpoint('messages.show', 'GET', '/messages/:id', {
    summary: 'One message',
    access: 'Messaging:message:canRead',
    params: idParams,
    answer: one(Message),
  }),
  /** 409 while it is on its way, and where it has lost its sense */
  sendAgain: endpoint('messages.sendAgain', 'POST', '/messages/:id/send_again', {
    summary: 'Tells the passenger once more, as things are now; answers the new message',
    access: 'Messaging:message:canCreate',
    params: idParams,
    answer: one(Message),
    status: 201,
  }),
}

export const smsReplies = {
  list: endpoint('smsReplies.list', 'GET', '/sms_replies', {
    summary: 'What passengers answered by SMS, and what they were answered',
    access: 'Messaging:message:canRead',
    query: listQuery(
      {
        region: idList,
        kind: textList.pipe(z.array(z.enum(smsReplyKinds))),
        state: textList.pipe(z.array(z.enum(smsReplyStates))),
        date_range: timeRange,
      },
      ['id', 'received_at'],
    ),
    answer: many(SmsReply),
  }),
  show: endpoint('smsReplies.show', 'GET', '/sms_replies/:id', {
    summary: 'One reply',
    access: 'Messaging:message:canRead',
    params: idParams,
    answer: one(SmsReply),
  }),
  read: endpoint('smsReplies.read', 'POST', '/sms_replies/:id/read', {
    summary: 'A reply has been read, and needs nobody any more',
    access: 'Messaging:message:canCreate',
    params: idParams,
    answer: one(SmsReply),
  }),
}

export const messageTemplates = {
  list: endpoint('messageTemplates.list', 'GET', '/message_templates', {
    summary: 'The texts of a region for every event, channel and language, with the product’s beside its own',
    access: 'Messaging:template:canRead',
    query: z.object({ region_id: z.coerce.number().pipe(Id) }),
    answer: z.object({ data: z.array(MessageTemplate) }),
  }),
  create: endpoint('messageTemplates.create', 'POST', '/message_templates', {
    summary: 'A text of the region’s own',
    access: 'Messaging:template:canUpdate',
    body: MessageTemplateInput,
    answer: one(MessageTemplate),
    status: 201,
  }),
  update: endpoint('messageTemplates.update', 'PATCH', '/message_templates/:id', {
    summary: 'Changes a region’s text; null as the text puts the product’s back',
    access: 'Messaging:template:canUpdate',
    params: idParams,
    body: MessageTemplateChange.partial(),
    answer: one(MessageTemplate),
  }),
  destroy: endpoint('messageTemplates.destroy', 'DELETE', '/message_templates/:id', {
    summary: 'Puts the product’s text back; the history of the region’s stays',
    access: 'Messaging:template:canUpdate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  preview: endpoint('messageTemplates.preview', 'POST', '/message_templates/preview', {
    summary: 'A text with the values of an example, and what stands in the way of saving it',
    access: 'Messaging:template:canRead',
    body: MessageTrial,
    answer: one(MessagePreview),
  }),
  test: endpoint('messageTemplates.test', 'POST', '/message_templates/test', {
    summary: 'Sends a text with the values of an example to the caller’s own e-mail address',
    access: 'Messaging:template:canUpdate',
    body: MessageTrial,
    answer: z.object({ data: z.object({ sent_to: z.string() }) }),
  }),
}
