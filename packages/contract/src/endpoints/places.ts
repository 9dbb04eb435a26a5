import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { ImportOutcome } from '../records/imports.ts'
import { BookedPlace, PlaceCategory, PlaceChange, PlaceImport, PlaceInput, PlaceSuggestion } from '../records/places.ts'

const READ = 'TravellerManagement:place:canRead'
const CREATE = 'TravellerManagement:place:canCreate'
const UPDATE = 'TravellerManagement:place:canUpdate'

const query = listQuery({ region: idList, id: idList, category: textList.pipe(z.array(PlaceCategory)) }, [
  'id',
  'name',
  'address',
  'category',
  'created_at',
  'updated_at',
])

export const places = {
  list: endpoint('places.list', 'GET', '/places', {
    summary: 'The place books of regions',
    access: READ,
    query,
    answer: many(BookedPlace),
  }),
  show: endpoint('places.show', 'GET', '/places/:id', {
    summary: 'One place of a place book',
    access: READ,
    params: idParams,
    answer: one(BookedPlace),
  }),
  create: endpoint('places.create', 'POST', '/places', {
    summary: 'Add a place to the place book of a region',
    access: CREATE,
    body: PlaceInput,
    answer: one(BookedPlace),
    status: 201,
  }),
  update: endpoint('places.update', 'PATCH', '/places/:id', {
    summary: 'Change a place; what is booked stays',
    access: UPDATE,
    params: idParams,
    body: PlaceChange,
    answer: one(BookedPlace),
  }),
  destroy: endpoint('places.destroy', 'DELETE', '/places/:id', {
    summary: 'Remove a place; what is booked stays',
    access: 'TravellerManagement:place:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  import: endpoint('places.import', 'POST', '/places/import', {
    summary: 'Add many places; each row has an outcome of its own',
    access: CREATE,
    large: true,
    body: PlaceImport,
    answer: many(ImportOutcome),
    status: 201,
  }),
  export: endpoint('places.export', 'GET', '/places/export', {
    summary: 'All places that a search and filters find, as CSV',
    access: READ,
    query: query.pick({ search: true, filter: true }),
    answer: z.string(),
    raw: 'text/csv',
  }),
  suggestions: endpoint('places.suggestions', 'GET', '/places/suggestions', {
    summary: 'Addresses that many rides of the last 90 days begin or end at, and that the place book does not have',
    access: CREATE,
    query: z.object({ region_id: z.coerce.number<string>().pipe(Id) }),
    answer: many(PlaceSuggestion),
  }),
}
