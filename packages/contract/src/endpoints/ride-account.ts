import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import {
  RideContactInput,
  RideErasure,
  RideNeeds,
  RideNeedsChange,
  RideOwnCodeInput,
  RidePrivacyInput,
  RidePrivacyRequest,
} from '../records/ride-account.ts'
import { RidePassenger, SignInChallenge } from '../records/ride-passengers.ts'

const own = { audience: 'passenger', access: 'passenger' } as const

/** What passengers do in the app with all that is stored of them. */
export const rideAccount = {
  /** 429 where too many were asked for; 503 where nothing can carry a code */
  askForOwnCode: endpoint('ride.askForOwnCode', 'POST', '/me/codes', {
    summary: 'Send a code that proves who deletes the account, or whose a new contact is',
    ...own,
    body: RideOwnCodeInput,
    answer: one(SignInChallenge),
    status: 202,
  }),
  /** 422 for a wrong code, or an e-mail address of another passenger */
  changeContact: endpoint('ride.changeContact', 'POST', '/me/contact', {
    summary: 'Take the contact that the code was sent to as the own one',
    ...own,
    body: RideContactInput,
    answer: one(RidePassenger),
    keyed: true,
  }),
  needs: endpoint('ride.needs', 'GET', '/me/needs', {
    summary: 'What the passenger takes along or needs, and what their region knows',
    ...own,
    answer: one(RideNeeds),
  }),
  /** 422 for what is none of the choices */
  changeNeeds: endpoint('ride.changeNeeds', 'PATCH', '/me/needs', {
    summary: 'Change what the passenger takes along or needs; every search begins with it',
    ...own,
    body: RideNeedsChange,
    answer: one(RideNeeds),
  }),
  privacyRequests: endpoint('ride.privacyRequests', 'GET', '/me/privacy_requests', {
    summary: 'What the passenger asked for in the app about the own data, newest first',
    ...own,
    answer: many(RidePrivacyRequest),
  }),
  /** 429 for a fourth copy within a day; 422 for a wrong code */
  askAboutData: endpoint('ride.askAboutData', 'POST', '/me/privacy_requests', {
    summary: 'Ask for a copy of what is stored, or for the end of the account after seven days',
    ...own,
    body: RidePrivacyInput,
    answer: one(RidePrivacyRequest),
    status: 201,
  }),
  copy: endpoint('ride.copy', 'GET', '/me/privacy_requests/:id/copy', {
    summary: 'The copy that was asked for, as a zip',
    ...own,
    params: idParams,
    answer: z.unknown(),
    raw: 'application/zip',
  }),
  erasure: endpoint('ride.erasure', 'GET', '/me/erasure', {
    summary: 'Which rides deleting the account would cancel, and what is still to be paid',
    ...own,
    answer: one(RideErasure),
  }),
}
