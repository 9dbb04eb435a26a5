import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import {
  ConductReport,
  HearingInput,
  KeptRide,
  LetterSent,
  ObjectionDecision,
  ObjectionInput,
  StepDecision,
  StepReason,
  SuspendedRide,
  Suspension,
  SuspensionLetters,
} from '../records/suspensions.ts'

const READ = 'TravellerManagement:suspension:canRead'
const DECIDE = 'TravellerManagement:suspension:canCreate'
const CARRY_OUT = 'TravellerManagement:suspension:canUpdate'

const query = listQuery(
  {
    /** `open`: something has to be done by people; `record`: what stands against the passenger, and what is open */
    standing: z.enum(['open', 'record']),
    region: idList,
    traveler: idList,
  },
  ['id', 'proposed_at', 'begins_on', 'traveler_name', 'region_name'],
)

const answer = one(Suspension)
const step = { params: idParams, answer, keyed: true } as const

/** Warning letters and suspensions after a pattern of misses. */
export const suspensions = {
  list: endpoint('suspensions.list', 'GET', '/suspensions', {
    summary: 'Warning letters and suspensions, proposed and settled',
    access: READ,
    query,
    answer: many(Suspension),
  }),
  show: endpoint('suspensions.show', 'GET', '/suspensions/:id', {
    summary: 'One warning letter or suspension',
    access: READ,
    params: idParams,
    answer,
  }),
  rides: endpoint('suspensions.rides', 'GET', '/suspensions/:id/rides', {
    summary: 'Rides that were booked in the days of a suspension before',
    access: READ,
    params: idParams,
    answer: many(SuspendedRide),
  }),
  letters: endpoint('suspensions.letters', 'GET', '/suspensions/:id/letters', {
    summary: 'The letter to the passenger, and the decision of the objection, to be printed',
    access: READ,
    params: idParams,
    answer: one(SuspensionLetters),
  }),
  /** 409 where it is not proposed any more, 422 for more days than proposed */
  decide: endpoint('suspensions.decide', 'POST', '/suspensions/:id/decide', {
    summary: 'Decide that a proposed step is taken, with the reason; another person confirms it',
    access: DECIDE,
    body: StepDecision,
    ...step,
  }),
  dismiss: endpoint('suspensions.dismiss', 'POST', '/suspensions/:id/dismiss', {
    summary: 'Decide that a proposed step is not taken, with the reason',
    access: DECIDE,
    body: StepReason,
    ...step,
  }),
  /** 403 for who decided it */
  confirm: endpoint('suspensions.confirm', 'POST', '/suspensions/:id/confirm', {
    summary: 'Confirm what another person decided; the letter goes out by e-mail where the passenger has an address',
    access: CARRY_OUT,
    ...step,
  }),
  sent: endpoint('suspensions.sent', 'POST', '/suspensions/:id/sent', {
    summary: 'Record that a letter, or the decision of an objection, was posted today',
    access: CARRY_OUT,
    body: LetterSent,
    ...step,
  }),
  keepRide: endpoint('suspensions.keepRide', 'POST', '/suspensions/:id/kept_rides', {
    summary: 'Decide that a ride that was booked before takes place all the same',
    access: CARRY_OUT,
    params: idParams,
    body: KeptRide,
    answer: many(SuspendedRide),
    keyed: true,
  }),
  /** 409 where there was one before, 422 after its last day */
  object: endpoint('suspensions.object', 'POST', '/suspensions/:id/objections', {
    summary: 'Write down a passenger’s objection, which holds the suspension until it is decided',
    access: CARRY_OUT,
    body: ObjectionInput,
    ...step,
    status: 201,
  }),
  setHearing: endpoint('suspensions.setHearing', 'POST', '/suspensions/:id/objections/hearing', {
    summary: 'Give the passenger another day for being heard',
    access: CARRY_OUT,
    body: HearingInput,
    ...step,
  }),
  /** 403 for who decided or confirmed the step */
  decideObjection: endpoint('suspensions.decideObjection', 'POST', '/suspensions/:id/objections/decide', {
    summary: 'Decide an objection, with the reasons; the decision goes out in writing',
    access: CARRY_OUT,
    body: ObjectionDecision,
    ...step,
  }),
  lift: endpoint('suspensions.lift', 'POST', '/suspensions/:id/lift', {
    summary: 'Take a step back, with the reason; it leaves the passenger’s record',
    access: 'TravellerManagement:suspension:canDestroy',
    body: StepReason,
    ...step,
  }),
}

export const conductReports = {
  list: endpoint('conductReports.list', 'GET', '/conduct_reports', {
    summary: 'Misses, letters, suspensions and objections of the last 12 months, also by wheelchair and concession',
    access: 'ReportManagement:bookingOutcomeReport:canRead',
    query: listQuery({ region: idList }, ['month']),
    answer: many(ConductReport),
  }),
}
