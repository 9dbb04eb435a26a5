import { z } from 'zod'
import { empty, endpoint, Id, idParams, one } from '../endpoint.ts'
import {
  CatchUpInput,
  ContinuityPack,
  continuityFiles,
  ContinuityState,
  ContinuityWish,
  Outage,
  TripToCatchUp,
} from '../records/continuity-packs.ts'

export const continuityPacks = {
  list: endpoint('continuityPacks.list', 'GET', '/continuity_packs', {
    summary: 'Packs for working without the server, the newest first, and how their folders stand',
    access: 'Settings:continuity:canRead',
    answer: z.object({
      data: z.array(ContinuityPack),
      meta: z.object({ total: z.int(), total_count: z.int(), state: ContinuityState }),
    }),
  }),
  create: endpoint('continuityPacks.create', 'POST', '/continuity_packs', {
    summary: 'Have a pack written now; it is in the list some seconds later',
    access: 'Settings:continuity:canUpdate',
    body: ContinuityWish,
    answer: one(z.object({ wanted_at: z.iso.datetime() })),
    status: 201,
  }),
  file: endpoint('continuityPacks.file', 'GET', '/continuity_packs/:id/:name', {
    summary: 'A file of a pack',
    access: 'Settings:continuity:canRead',
    /** the id is the region's */
    params: idParams.extend({ name: z.string().max(40) }),
    query: z.object({ file: z.enum(continuityFiles).default('index.html') }),
    answer: z.unknown(),
    raw: 'application/octet-stream',
  }),
  toCatchUp: endpoint('continuityPacks.toCatchUp', 'GET', '/continuity_packs/catch_up', {
    summary: 'Trips with stops that should have been reached by now, and when no server ran',
    access: 'Settings:continuity:canRead',
    answer: z.object({
      data: z.array(TripToCatchUp),
      meta: z.object({ total: z.int(), total_count: z.int(), outages: z.array(Outage) }),
    }),
  }),
  catchUp: endpoint('continuityPacks.catchUp', 'POST', '/continuity_packs/catch_up', {
    summary: 'Take in what was written on paper about a trip: all of it or nothing',
    access: 'Settings:continuity:canUpdate',
    body: CatchUpInput,
    answer: one(z.object({ trip_id: Id, stops: z.int(), bookings: z.int() })),
    status: 201,
  }),
  settle: endpoint('continuityPacks.settle', 'POST', '/continuity_packs/catch_up/settled', {
    summary: 'Nothing more was written on paper: planning looks after the bookings that are left',
    access: 'Settings:continuity:canUpdate',
    body: ContinuityWish,
    answer: empty,
    status: 204,
  }),
}
