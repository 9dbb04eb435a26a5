import type { DB } from '../database/schema.ts'

/** `phone_number` → `Phone number` */
export const fieldWords = (field: string): string => {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const rows: Partial<Record<keyof DB, string>> = {
  service_requests: 'bookings',
  service_request_histories: 'entries of histories',
  service_availability_searches: 'searches',
  booking_series: 'recurring journeys',
  traveler_comments: 'comments',
  traveler_concessions: 'concessions',
  payment_methods: 'cards',
  ride_places: 'saved places',
  traveler_helpers: 'helpers',
  outbox_mails: 'mails',
  sms_replies: 'replies by SMS',
  exceptions: 'exceptions',
  privacy_requests: 'requests about data',
}

/** `payment_methods` → `cards` */
export const rowWords = (table: keyof DB): string => rows[table] ?? table.replaceAll('_', ' ')
