import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import { RideNeeds } from '../records/ride-account.ts'
import {
  RideHelperAcceptance,
  RideHelperInput,
  RideHelpers,
  RideMemberInput,
  TravelerHelper,
  TravelerHelperInput,
} from '../records/traveler-helpers.ts'

/** Who helps which passengers, for staff. */
export const travelerHelpers = {
  list: endpoint('travelerHelpers.list', 'GET', '/traveler_helpers', {
    summary: 'Who helps which passengers; filtered by a passenger, on either side',
    access: 'TravellerManagement:helper:canRead',
    query: listQuery({ traveler: idList }, ['id', 'created_at']),
    answer: many(TravelerHelper),
  }),
  create: endpoint('travelerHelpers.create', 'POST', '/traveler_helpers', {
    summary: 'Let one passenger help another at once, as both have asked for',
    access: 'TravellerManagement:helper:canUpdate',
    body: TravelerHelperInput,
    answer: one(TravelerHelper),
    status: 201,
  }),
  destroy: endpoint('travelerHelpers.destroy', 'DELETE', '/traveler_helpers/:id', {
    summary: 'End at once that one passenger helps another, or an open invitation',
    access: 'TravellerManagement:helper:canUpdate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

const own = { audience: 'passenger', access: 'passenger' } as const

/** Who helps the passenger, and whom the passenger helps. */
export const rideHelpers = {
  helpers: endpoint('ride.helpers', 'GET', '/me/helpers', {
    summary: 'Who helps the passenger, whom the passenger helps, and what they are asked to',
    ...own,
    answer: one(RideHelpers),
  }),
  /** 404 for one whom the passenger may not book for */
  helpedNeeds: endpoint('ride.helpedNeeds', 'GET', '/passengers/:id/needs', {
    summary: 'What one whom the passenger may book for takes along or needs, and what their region knows',
    ...own,
    params: idParams,
    answer: one(RideNeeds),
  }),
  /** 429 where too many codes were sent there; 503 where nothing can carry one */
  inviteHelper: endpoint('ride.inviteHelper', 'POST', '/me/helpers', {
    summary: 'Invite a helper by e-mail or phone, with a code that is taken for seven days',
    ...own,
    body: RideHelperInput,
    answer: one(RideHelpers),
    status: 201,
  }),
  /** 422 for a wrong code */
  acceptHelping: endpoint('ride.acceptHelping', 'POST', '/me/helpers/:id/accept', {
    summary: 'Accept an invitation with its code',
    ...own,
    params: idParams,
    body: RideHelperAcceptance,
    answer: one(RideHelpers),
    keyed: true,
  }),
  /** 422 where the household has as many as it can */
  addMember: endpoint('ride.addMember', 'POST', '/me/household', {
    summary: 'Add somebody without a contact of their own, for whom the passenger answers',
    ...own,
    body: RideMemberInput,
    answer: one(RideHelpers),
    status: 201,
  }),
  /** 409 names what is in the way, such as a ride ahead */
  eraseMember: endpoint('ride.eraseMember', 'DELETE', '/me/household/:id', {
    summary: 'Delete somebody without a contact, for whom the passenger answers',
    ...own,
    params: idParams,
    answer: empty,
    status: 204,
  }),
  endHelping: endpoint('ride.endHelping', 'DELETE', '/me/helpers/:id', {
    summary: 'End at once that one helps the other, from either side, or an invitation',
    ...own,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}
