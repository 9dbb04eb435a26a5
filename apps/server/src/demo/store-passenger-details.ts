import type { Random } from '@ambit/random'
import type { Kysely } from 'kysely'
import { addDays, dateIn, expiryOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'

const kinds = [
  { name: 'Pensioner', discount_amount: 50 },
  { name: 'Student', discount_amount: 40 },
  { name: 'Veteran', discount_amount: 100 },
]
const comments = [
  'Needs a hand on the steps. Please let the driver know.',
  'Prefers a call to a message.',
  'Travels to dialysis on Mondays and Thursdays; must not be late.',
  'Hard of hearing: please speak slowly.',
  'Carries a walking frame that folds.',
  'Lost property returned on the last trip: a blue umbrella.',
  'Daughter books for her now and then.',
  'Asked for the evening timetable by post.',
]
/** The built-in provider's test cards. */
const cards = [
  { brand: 'visa', last4: '4242' },
  { brand: 'mastercard', last4: '4444' },
  { brand: 'amex', last4: '0005' },
  { brand: 'dinersclub', last4: '0004' },
]
const DAY = 86_400_000

type DemoTraveler = { id: number; first_name: string; last_name: string }

/** Kinds of concessions in every region, and concessions, comments and saved cards of some passengers. */
export const storePassengerDetails = async (db: Kysely<DB>, random: Random, now: Date): Promise<void> => {
  const travelers = await db.selectFrom('travelers').select(['id', 'first_name', 'last_name']).orderBy('id').execute()
  const stamps = { created_at: now, updated_at: now }
  const regions = await db.selectFrom('regions').select(['id', 'time_zone']).orderBy('id').execute()
  const sets = await db
    .insertInto('traveler_sets')
    .values(regions.flatMap(({ id }) => kinds.map((kind) => ({ ...kind, region_id: id, ...stamps }))))
    .returning(['id', 'region_id'])
    .execute()
  const zones = new Map(regions.map(({ id, time_zone }) => [id, time_zone]))
  const drawn = {
    concessions: travelers
      .filter(() => random.chance(0.25))
      .map((traveler) => drawConcession(traveler, sets, zones, random, now)),
    comments: travelers.filter(() => random.chance(0.12)).map((traveler) => drawComment(traveler, random, now)),
    cards: travelers.filter(() => random.chance(0.35)).map((traveler) => drawCard(traveler, random, now)),
  }
  if (drawn.concessions.length > 0) await db.insertInto('traveler_concessions').values(drawn.concessions).execute()
  if (drawn.comments.length > 0) await db.insertInto('traveler_comments').values(drawn.comments).execute()
  if (drawn.cards.length > 0) await db.insertInto('payment_methods').values(drawn.cards).execute()
}

type DemoSet = { id: number; region_id: number }

/** Assigned within the last months; one in five has expired by now. */
const drawConcession = (
  { id }: DemoTraveler,
  sets: readonly DemoSet[],
  zones: ReadonlyMap<number, string>,
  random: Random,
  now: Date,
) => {
  const set = random.pick(sets)
  const timeZone = zones.get(set.region_id) ?? 'UTC'
  const assigned = new Date(now.getTime() - Math.round(random.between(30, 200)) * DAY)
  const days = random.chance(0.2) ? -random.below(25) - 1 : 30 + random.below(300)
  return {
    traveler_id: id,
    traveler_set_id: set.id,
    region_id: set.region_id,
    expires_at: expiryOf(addDays(dateIn(timeZone, now), days), timeZone),
    created_at: assigned,
    updated_at: assigned,
    created_by: null,
  }
}

const drawComment = ({ id }: DemoTraveler, random: Random, now: Date) => {
  const written = new Date(now.getTime() - random.between(0.1, 60) * DAY)
  return { traveler_id: id, comment: random.pick(comments), created_at: written, updated_at: written, created_by: null }
}

const drawCard = ({ id, first_name, last_name }: DemoTraveler, random: Random, now: Date) => ({
  ...random.pick(cards),
  id: `pm_test_demo${id}`,
  traveler_id: id,
  provider: 'test' as const,
  exp_month: 1 + random.below(12),
  exp_year: now.getUTCFullYear() + 1 + random.below(4),
  name: `${first_name} ${last_name}`,
  created_at: now,
})
