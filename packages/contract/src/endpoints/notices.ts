import { z } from 'zod'
import { endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { Notice, NoticeDraft, NoticeInput, NoticeReach, noticeStates, RideNotice } from '../records/notices.ts'

const CREATE = 'Messaging:notice:canCreate'
const READ = 'Messaging:notice:canRead'

/** What passengers of some zones are told about the service. */
export const notices = {
  list: endpoint('notices.list', 'GET', '/notices', {
    summary: 'Service notices, those that were written last first',
    access: READ,
    query: listQuery({ region: idList, state: textList.pipe(z.array(z.enum(noticeStates))) }, [
      'id',
      'created_at',
      'valid_from',
      'valid_until',
    ]),
    answer: many(Notice),
  }),
  /** of a trip that was cancelled, or of a road that is closed: one of the two */
  prepared: endpoint('notices.prepared', 'GET', '/notices/prepared', {
    summary: 'A notice to those whom a cancelled trip or a closed road affects, to be looked at before it is made',
    access: CREATE,
    query: z.object({
      trip_id: z.coerce.number().pipe(Id).optional(),
      road_closure_id: z.coerce.number().pipe(Id).optional(),
    }),
    answer: one(NoticeDraft),
  }),
  show: endpoint('notices.show', 'GET', '/notices/:id', {
    summary: 'One service notice',
    access: READ,
    params: idParams,
    answer: one(Notice),
  }),
  reach: endpoint('notices.reach', 'POST', '/notices/reach', {
    summary: 'How many people a notice would be sent to now, by channel, and in how many parts of SMS',
    access: CREATE,
    body: NoticeDraft,
    answer: one(NoticeReach),
  }),
  /** 409 where it would go to more people by now than was shown */
  create: endpoint('notices.create', 'POST', '/notices', {
    summary: 'Show a notice to passengers, and send it to those with bookings in its zones and time',
    access: CREATE,
    body: NoticeInput,
    answer: one(Notice),
    status: 201,
  }),
  /** 409 for one that is over */
  end: endpoint('notices.end', 'POST', '/notices/:id/end', {
    summary: 'Withdraw a notice before its time; what was not sent yet is not sent',
    access: CREATE,
    params: idParams,
    answer: one(Notice),
  }),
}

export const rideNotices = {
  notices: endpoint('ride.notices', 'GET', '/notices', {
    summary: 'What is told about the service now, in the zones of the app',
    audience: 'passenger',
    access: 'passenger',
    answer: many(RideNotice),
  }),
}
