import { api, type PlaceCategory } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'

export const placeRecords = defineRecords('places', {
  list: (query: QueryOf<typeof api.places.list>, signal) => client.call(api.places.list, { query, signal }),
  show: (id, signal) => client.call(api.places.show, { params: { id }, signal }),
})

export const placeCategoryWords: Record<PlaceCategory, string> = {
  health: 'Health',
  care: 'Care',
  education: 'Education',
  shopping: 'Shopping',
  work: 'Work',
  leisure: 'Leisure',
  transport: 'Transport',
  public_office: 'Public office',
  other: 'Other',
}
