import { z } from 'zod'
import { empty, endpoint, Id, idParams, one } from '../endpoint.ts'
import { idList } from '../query.ts'
import {
  Answerer,
  ExceptionMute,
  ExceptionMuteInput,
  WatchedZone,
  WatchInput,
  WatchKeeper,
} from '../records/exception-watch.ts'

const READ = 'ExceptionManagement:exception:canRead'
const UPDATE = 'ExceptionManagement:exception:canUpdate'
const MUTE = 'ExceptionManagement:mute:canUpdate'
const place = z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() })

export const exceptionMutes = {
  list: endpoint('exceptionMutes.list', 'GET', '/exception_mutes', {
    summary: 'Which kinds are muted where, and until when',
    access: READ,
    query: place,
    answer: one(z.array(ExceptionMute)),
  }),
  create: endpoint('exceptionMutes.create', 'POST', '/exception_mutes', {
    summary: 'Mute a kind in a zone for 15 to 240 minutes. One that is muted already is muted anew',
    access: MUTE,
    body: ExceptionMuteInput,
    answer: one(ExceptionMute),
    status: 201,
  }),
  destroy: endpoint('exceptionMutes.destroy', 'DELETE', '/exception_mutes/:id', {
    summary: 'End a mute early',
    access: MUTE,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const watches = {
  list: endpoint('watches.list', 'GET', '/watches', {
    summary:
      'Who is on duty for which zones, and how often they and the zones were interrupted in the last ten minutes',
    access: READ,
    query: place,
    answer: z.object({ data: z.array(WatchKeeper), meta: z.object({ zones: z.array(WatchedZone) }) }),
  }),
  start: endpoint('watches.start', 'POST', '/watches', {
    summary: 'Be on duty for these zones, and for no others',
    access: UPDATE,
    body: WatchInput,
    answer: one(WatchKeeper),
    status: 201,
  }),
  end: endpoint('watches.end', 'DELETE', '/watches', {
    summary: 'Be on duty no longer',
    access: UPDATE,
    answer: empty,
    status: 204,
  }),
  people: endpoint('watches.people', 'GET', '/watches/people', {
    summary: 'Who may answer exceptions of a region: whom they can be handed over to',
    access: UPDATE,
    query: z.object({ region_id: z.coerce.number().pipe(Id).optional() }),
    answer: one(z.array(Answerer)),
  }),
}
