import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import {
  consentStates,
  Organisation,
  OrganisationChange,
  OrganisationInput,
  OrganisationTraveler,
  OrganisationTravelerChange,
  OrganisationTravelerInput,
  RepresentativeMessages,
} from '../records/organisations.ts'
import { ServiceRequest } from '../records/service-requests.ts'

const READ = 'TravellerManagement:organisation:canRead'
const CHANGE = 'TravellerManagement:organisation:canUpdate'

export const organisations = {
  list: endpoint('organisations.list', 'GET', '/organisations', {
    summary: 'Care homes, clinics and schools that book for passengers',
    access: READ,
    represented: true,
    query: listQuery({ region: idList, id: idList }, ['id', 'name', 'region_name', 'created_at', 'updated_at']),
    answer: many(Organisation),
  }),
  show: endpoint('organisations.show', 'GET', '/organisations/:id', {
    summary: 'One organisation',
    access: READ,
    represented: true,
    params: idParams,
    answer: one(Organisation),
  }),
  create: endpoint('organisations.create', 'POST', '/organisations', {
    summary: 'Add an organisation',
    access: 'TravellerManagement:organisation:canCreate',
    body: OrganisationInput,
    answer: one(Organisation),
    status: 201,
  }),
  update: endpoint('organisations.update', 'PATCH', '/organisations/:id', {
    summary: 'Change an organisation',
    access: CHANGE,
    params: idParams,
    body: OrganisationChange,
    answer: one(Organisation),
  }),
  /** 409 while users represent it */
  destroy: endpoint('organisations.destroy', 'DELETE', '/organisations/:id', {
    summary: 'Remove an organisation with its consents; what is booked stays',
    access: 'TravellerManagement:organisation:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  bookingsAhead: endpoint('organisations.bookingsAhead', 'GET', '/organisations/:id/bookings_ahead', {
    summary: 'Bookings that are still ahead and were made for passengers whose consent is in force no more',
    access: READ,
    params: idParams,
    answer: many(ServiceRequest),
  }),
}

export const organisationTravelers = {
  list: endpoint('organisationTravelers.list', 'GET', '/organisation_travelers', {
    summary: 'Whom organisations may book for, and who consented to it',
    access: READ,
    represented: true,
    query: listQuery({ organisation: idList, traveler: idList, state: textList.pipe(z.array(z.enum(consentStates))) }, [
      'id',
      'traveler_name',
      'consented_on',
      'until_on',
      'created_at',
    ]),
    answer: many(OrganisationTraveler),
  }),
  /** 422 where a consent for the same passenger has not been ended */
  create: endpoint('organisationTravelers.create', 'POST', '/organisation_travelers', {
    summary: 'Note that a passenger has consented to an organisation booking for them',
    access: CHANGE,
    body: OrganisationTravelerInput,
    answer: one(OrganisationTraveler),
    status: 201,
  }),
  /** 409 where it has been ended */
  update: endpoint('organisationTravelers.update', 'PATCH', '/organisation_travelers/:id', {
    summary: 'Change who consented, from when and until when',
    access: CHANGE,
    params: idParams,
    body: OrganisationTravelerChange,
    answer: one(OrganisationTraveler),
  }),
  /** what is booked stays; 409 where it has been ended */
  end: endpoint('organisationTravelers.end', 'POST', '/organisation_travelers/:id/end', {
    summary: 'End a consent at once',
    access: CHANGE,
    params: idParams,
    answer: one(OrganisationTraveler),
    keyed: true,
  }),
}

/** The representative's own wish; passengers say theirs with their consent. */
export const representativeMessages = {
  show: endpoint('representativeMessages.show', 'GET', '/representative_messages', {
    summary: 'Whether one gets messages about the rides that the own organisation books',
    access: 'signed_in',
    ownAccount: true,
    answer: one(RepresentativeMessages),
  }),
  update: endpoint('representativeMessages.update', 'PATCH', '/representative_messages', {
    summary: 'Get messages about the rides that the own organisation books, or get none',
    access: 'signed_in',
    ownAccount: true,
    body: RepresentativeMessages,
    answer: one(RepresentativeMessages),
  }),
}
