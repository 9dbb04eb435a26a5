import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { optionalText } from '../records/basics.ts'
import { Erasure, ErasureInput, ErasurePreview } from '../records/erasures.ts'
import {
  FrequentLocation,
  PlaceNote,
  ProtectionInput,
  RestrictionInput,
  SimilarTraveler,
  Traveler,
  TravelerDetails,
  TravelerFeatures,
  TravelerFeaturesInput,
  TravelerInput,
  TravelerPassword,
} from '../records/travelers.ts'
import { ServiceRequest } from '../records/service-requests.ts'
import { TravelerComment, TravelerCommentChange, TravelerCommentInput } from '../records/traveler-comments.ts'
import {
  TravelerConcession,
  TravelerConcessionChange,
  TravelerConcessionInput,
  TravelerSetInput,
  TravelerSetRecord,
} from '../records/traveler-concessions.ts'

const READ = 'TravellerManagement:traveller:canRead'
/** Comments, concessions and cards are parts of the passenger: staff who may change the one may change the others. */
const CHANGE = 'TravellerManagement:traveller:canUpdate'

export const travelers = {
  list: endpoint('travelers.list', 'GET', '/travelers', {
    summary: 'List passengers',
    access: READ,
    represented: true,
    query: listQuery({ status: textList, id: idList }, [
      'id',
      'first_name',
      'last_name',
      'username',
      'email',
      'created_at',
    ]),
    answer: many(Traveler),
  }),
  similar: endpoint('travelers.similar', 'GET', '/travelers/similar', {
    summary: 'Passengers with the number, the e-mail address or nearly the name of one who is about to be made',
    access: READ,
    query: z.object({
      first_name: optionalText().default(''),
      last_name: optionalText().default(''),
      email: optionalText().default(''),
      phone_number: optionalText(40).default(''),
    }),
    answer: many(SimilarTraveler),
  }),
  show: endpoint('travelers.show', 'GET', '/travelers/:id', {
    summary: 'One passenger, with the newest comments and the saved cards',
    access: READ,
    represented: true,
    params: idParams,
    answer: one(TravelerDetails),
  }),
  create: endpoint('travelers.create', 'POST', '/travelers', {
    summary: 'Create a passenger',
    access: 'TravellerManagement:traveller:canCreate',
    body: TravelerInput,
    answer: one(TravelerDetails),
    status: 201,
  }),
  update: endpoint('travelers.update', 'PATCH', '/travelers/:id', {
    summary: 'Change a passenger',
    access: CHANGE,
    params: idParams,
    body: TravelerInput.partial(),
    answer: one(TravelerDetails),
  }),
  serviceRequests: endpoint('travelers.serviceRequests', 'GET', '/travelers/:id/service_requests', {
    summary: "A passenger's own bookings: those to come with the next first, then the others, latest first",
    access: 'TravellerManagement:tripBookingHistoricTrips:canRead',
    represented: true,
    params: idParams,
    query: listQuery({}, [])
      .pick({ page: true, per_page: true })
      .extend({
        /** only those to come, or those that are over */
        part: z.enum(['ahead', 'past']).optional(),
      }),
    answer: many(ServiceRequest),
  }),
  frequentLocations: endpoint('travelers.frequentLocations', 'GET', '/travelers/:id/frequent_locations', {
    summary: 'The journeys that the passenger makes most often',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    represented: true,
    params: idParams,
    answer: one(z.object({ frequent_locations: z.array(FrequentLocation) })),
  }),
  placeNotes: endpoint('travelers.placeNotes', 'GET', '/travelers/:id/place_notes', {
    summary: 'What the passenger notes for drivers with places of their own',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    params: idParams,
    answer: many(PlaceNote),
  }),
  resetPassword: endpoint('travelers.resetPassword', 'POST', '/travelers/:id/password', {
    summary: "Set a passenger's password",
    access: 'TravellerManagement:resetPassword:canEdit',
    params: idParams,
    body: TravelerPassword,
    answer: one(z.object({ message: z.string() })),
  }),
  previewErase: endpoint('travelers.previewErase', 'GET', '/travelers/:id/erase/preview', {
    summary: 'What erasing the passenger would take away, what it leaves, and what is in the way',
    access: 'PrivacyManagement:request:canUpdate',
    params: idParams,
    answer: one(ErasurePreview),
  }),
  erase: endpoint('travelers.erase', 'POST', '/travelers/:id/erase', {
    summary: 'Take away for good all that tells who the passenger is; journeys stay as figures',
    access: 'PrivacyManagement:request:canUpdate',
    params: idParams,
    body: ErasureInput,
    answer: one(Erasure),
  }),
  export: endpoint('travelers.export', 'GET', '/travelers/:id/export', {
    summary: 'All that is stored of the passenger, to be sent to them: a zip with README.html, data.json and CSV files',
    access: 'PrivacyManagement:request:canUpdate',
    params: idParams,
    answer: z.string(),
    raw: 'application/zip',
  }),
  restrict: endpoint('travelers.restrict', 'PATCH', '/travelers/:id/restriction', {
    summary: 'Restrict the use of the passenger’s data to storing them, and say why; null lets them be used again',
    access: 'PrivacyManagement:request:canUpdate',
    params: idParams,
    body: RestrictionInput,
    answer: one(TravelerDetails),
  }),
  protect: endpoint('travelers.protect', 'PATCH', '/travelers/:id/protection', {
    summary: 'Protect the passenger, so that whoever opens the record says why first, or end that',
    access: 'PrivacyManagement:protected:canUpdate',
    params: idParams,
    body: ProtectionInput,
    answer: one(TravelerDetails),
  }),
  features: endpoint('travelers.features', 'GET', '/travelers/:id/feature_flags', {
    summary: "A passenger's feature flags",
    access: 'TravellerManagement:travelerFeatureSettings:canRead',
    params: idParams,
    answer: one(TravelerFeatures),
  }),
  updateFeatures: endpoint('travelers.updateFeatures', 'PATCH', '/travelers/:id/feature_flags', {
    // The only key that the specification has for them is the one that opens their dialog.
    summary: "Change a passenger's feature flags",
    access: 'TravellerManagement:travelerFeatureSettings:canRead',
    params: idParams,
    body: TravelerFeaturesInput,
    answer: one(TravelerFeatures),
  }),
}

export const travelerComments = {
  list: endpoint('travelerComments.list', 'GET', '/traveler_comments', {
    summary: 'Comments on passengers',
    access: READ,
    query: listQuery({ traveler: idList }, ['id', 'created_at']),
    answer: many(TravelerComment),
  }),
  create: endpoint('travelerComments.create', 'POST', '/traveler_comments', {
    summary: 'Write a comment',
    access: CHANGE,
    body: TravelerCommentInput,
    answer: one(TravelerComment),
    status: 201,
  }),
  update: endpoint('travelerComments.update', 'PATCH', '/traveler_comments/:id', {
    summary: 'Change a comment',
    access: CHANGE,
    params: idParams,
    body: TravelerCommentChange,
    answer: one(TravelerComment),
  }),
  destroy: endpoint('travelerComments.destroy', 'DELETE', '/traveler_comments/:id', {
    summary: 'Remove a comment',
    access: CHANGE,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

/** A reduction of a fare belongs to the region that charges the fare. */
const REGION = 'RegionManagement:region:canUpdate'

export const travelerSets = {
  list: endpoint('travelerSets.list', 'GET', '/traveler_sets', {
    summary: 'Kinds of concessions',
    access: READ,
    query: listQuery({ region: idList, id: idList }, ['id', 'name', 'created_at']),
    answer: many(TravelerSetRecord),
  }),
  show: endpoint('travelerSets.show', 'GET', '/traveler_sets/:id', {
    summary: 'One kind of concession',
    access: READ,
    params: idParams,
    answer: one(TravelerSetRecord),
  }),
  create: endpoint('travelerSets.create', 'POST', '/traveler_sets', {
    summary: 'Create a kind of concession',
    access: REGION,
    body: TravelerSetInput,
    answer: one(TravelerSetRecord),
    status: 201,
  }),
  update: endpoint('travelerSets.update', 'PATCH', '/traveler_sets/:id', {
    summary: 'Change a kind of concession; its region stays',
    access: REGION,
    params: idParams,
    body: TravelerSetInput.partial(),
    answer: one(TravelerSetRecord),
  }),
  destroy: endpoint('travelerSets.destroy', 'DELETE', '/traveler_sets/:id', {
    summary: 'Remove a kind of concession that was never assigned',
    access: REGION,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const travelerConcessions = {
  list: endpoint('travelerConcessions.list', 'GET', '/traveler_concessions', {
    summary: 'Concessions of passengers, active and expired',
    access: READ,
    query: listQuery({ traveler: idList, region: idList }, ['id', 'created_at', 'expires_at']),
    answer: many(TravelerConcession),
  }),
  create: endpoint('travelerConcessions.create', 'POST', '/traveler_concessions', {
    summary: 'Assign a concession; one at a time for each passenger and region',
    access: CHANGE,
    body: TravelerConcessionInput,
    answer: one(TravelerConcession),
    status: 201,
  }),
  update: endpoint('travelerConcessions.update', 'PATCH', '/traveler_concessions/:id', {
    summary: 'Change when an active concession expires',
    access: CHANGE,
    params: idParams,
    body: TravelerConcessionChange,
    answer: one(TravelerConcession),
  }),
  destroy: endpoint('travelerConcessions.destroy', 'DELETE', '/traveler_concessions/:id', {
    summary: 'Remove an active concession',
    access: CHANGE,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}
