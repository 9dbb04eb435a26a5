import {
  BoardingCodeUse,
  type ConsumerApp,
  DEFAULT_LATE_CANCEL,
  DEFAULT_OPEN_RETURN,
  DEFAULT_SERIES,
  DEFAULT_WAITLIST,
  DEFAULT_ZONE_PRICE,
  PaymentMethodName,
  Point,
  type Region,
  type Zone,
  ZoneInput,
} from '@ambit/contract'
import { z } from 'zod'
import { browserTimeZone } from '../form/time-zones.ts'

const LATE = 'Please enter 0 to 240 minutes'
const ENTRIES = 'Please enter 1 to 500 entries'
const OPEN_RETURN = 'Please enter 15 to 120 minutes'
const DAYS_AHEAD = 'Please enter 1 to 60 days'
const FLEX = 'Please enter 0 to 60 minutes'
const PRICE = 'Please enter a price from 0 to 10,000'

/** What the form holds: the contract's rules, with ids as the text that selects deal in. */
export const ZoneForm = ZoneInput.extend({
  region_id: z.string().min(1, 'Please select a region'),
  default_price: z.number({ error: PRICE }).min(0, PRICE).max(10_000, PRICE).nullable(),
  payment_methods: z.array(PaymentMethodName),
  allowed_apps: z.array(z.string()),
  late_cancel_minutes: z.number({ error: LATE }).int(LATE).min(0, LATE).max(240, LATE),
  waitlist: z.boolean(),
  waitlist_max: z.number({ error: ENTRIES }).int(ENTRIES).min(1, ENTRIES).max(500, ENTRIES),
  waitlist_give_up_minutes: z.number({ error: LATE }).int(LATE).min(0, LATE).max(240, LATE),
  open_return_minutes: z.number({ error: OPEN_RETURN }).int(OPEN_RETURN).min(15, OPEN_RETURN).max(120, OPEN_RETURN),
  series_days_ahead: z.number({ error: DAYS_AHEAD }).int(DAYS_AHEAD).min(1, DAYS_AHEAD).max(60, DAYS_AHEAD),
  series_flex_minutes: z.number({ error: FLEX }).int(FLEX).min(0, FLEX).max(60, FLEX),
  boarding_code: BoardingCodeUse,
  show_driver_name: z.boolean(),
  status: z.enum(['active', 'blocked']),
  point: Point.nullable(),
})
export type ZoneForm = z.infer<typeof ZoneForm>

type Start = {
  /** where a new zone is likely to lie */
  region: Pick<Region, 'id' | 'time_zone'> | null
  apps: readonly Pick<ConsumerApp, 'id' | 'name'>[]
}

/** A new zone takes its region's time zone, and every app may offer it. */
export const zoneValues = (zone: Zone | null, { region, apps }: Start): ZoneForm => ({
  name: zone?.name ?? '',
  abbreviation: zone?.abbreviation ?? '',
  region_id: zone === null ? (region === null ? '' : String(region.id)) : String(zone.region_id),
  time_zone: zone?.time_zone ?? region?.time_zone ?? browserTimeZone(),
  default_price: zone?.default_price ?? DEFAULT_ZONE_PRICE,
  payment_methods: zone?.payment_methods ?? ['cash', 'card'],
  allowed_apps: (zone?.allowed_apps ?? apps.map(({ id }) => id)).map(String),
  late_cancel_minutes: zone?.late_cancel_minutes ?? DEFAULT_LATE_CANCEL,
  waitlist: zone?.waitlist ?? DEFAULT_WAITLIST.waitlist,
  waitlist_max: zone?.waitlist_max ?? DEFAULT_WAITLIST.waitlist_max,
  waitlist_give_up_minutes: zone?.waitlist_give_up_minutes ?? DEFAULT_WAITLIST.waitlist_give_up_minutes,
  open_return_minutes: zone?.open_return_minutes ?? DEFAULT_OPEN_RETURN,
  series_days_ahead: zone?.series_days_ahead ?? DEFAULT_SERIES.series_days_ahead,
  series_flex_minutes: zone?.series_flex_minutes ?? DEFAULT_SERIES.series_flex_minutes,
  boarding_code: zone?.boarding_code ?? 'off',
  show_driver_name: zone?.show_driver_name ?? false,
  status: zone?.status ?? 'active',
  point: zone?.point ?? null,
})

/** An empty price is the default one. */
export const zoneBody = ({
  region_id,
  default_price,
  allowed_apps,
  ...values
}: ZoneForm): z.infer<typeof ZoneInput> => ({
  ...values,
  region_id: Number(region_id),
  default_price: default_price ?? DEFAULT_ZONE_PRICE,
  allowed_apps: allowed_apps.map(Number),
})

/** Another region brings its time zone along, unless another was chosen by hand. */
export const timeZoneFor = (
  regions: readonly Pick<Region, 'id' | 'time_zone'>[],
  { time_zone, from, to }: { time_zone: string; from: string; to: string },
): string => {
  const zoneOf = (id: string): string | undefined => regions.find((region) => String(region.id) === id)?.time_zone
  const given = from === '' ? browserTimeZone() : zoneOf(from)
  return time_zone === '' || time_zone === given ? (zoneOf(to) ?? time_zone) : time_zone
}
