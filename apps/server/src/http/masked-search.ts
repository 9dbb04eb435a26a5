import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { matches, matchesText } from '../database/lists.ts'
import type { Hidden } from './mask-plans.ts'

/**
 * SQL: passengers whom every word of the search is found in, but for what is masked for the reader: without contact the
 * names alone, and nothing of those who are known by their number. The indexed text narrows it down in both cases.
 */
export const matchesPassenger = (search: string, hidden: Hidden): RawBuilder<SqlBool> => {
  if (search === '') return sql<SqlBool>`true`
  if (hidden.has('name') && hidden.has('contact')) return sql<SqlBool>`false`
  const words = matchesText(search, sql.ref('travelers.search_text'))
  if (!hidden.has('name') && !hidden.has('contact')) return words
  const shown = hidden.has('name') ? ['username', 'email', 'phone_number'] : ['first_name', 'last_name']
  return sql<SqlBool>`(${words} and ${matches(
    search,
    shown.map((column) => `travelers.${column}`),
  )})`
}

/** SQL: bookings `r` in which every word of the search is, but for what is masked for the reader: names, or places. */
export const matchesBooking = (search: string, hidden: Hidden): RawBuilder<SqlBool> => {
  if (search === '') return sql<SqlBool>`true`
  const [names, places] = [!hidden.has('name'), !hidden.has('place')]
  const words = matchesText(search, sql.ref('r.search_text'))
  if (names && places) return words
  if (places) return sql<SqlBool>`(${words} and ${matches(search, ['r.origin_name', 'r.destination_name'])})`
  if (!names) return sql<SqlBool>`false`
  return sql<SqlBool>`(${words} and exists (select from travelers as who where who.id = r.traveler_id
    and ${matches(search, ['who.first_name', 'who.last_name'])}))`
}
