import { type DriverSession, messageLanguages, navigationApps, OLDEST_DRIVER_APP_VERSION } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { currentApp } from '../settings/shown.ts'

/** Drivers of no region dial what reaches help from every mobile phone. */
const EVERYWHERE = '112'

/** What a driver's device shows and offers, as the driver's region has it. */
export const driverSettings = async (
  { db, config, pushKeys }: Deps,
  driverId: number,
): Promise<Omit<DriverSession, 'driver' | 'server_time'>> => {
  const region = await db
    .selectFrom('drivers')
    .innerJoin('regions', 'regions.id', 'drivers.region_id')
    .where('drivers.id', '=', driverId)
    .select(['regions.contact_phone as dispatch_phone', 'regions.emergency_number', 'regions.navigation_apps'])
    .select(['regions.quick_replies', 'regions.odometer'])
    .executeTakeFirst()
  const { distances: units } = await currentApp(db, config)
  return {
    ...(region ?? {
      dispatch_phone: null,
      emergency_number: EVERYWHERE,
      navigation_apps: [...navigationApps],
      quick_replies: {},
      odometer: 'ask',
    }),
    languages: [...messageLanguages],
    units,
    oldest_app_version: OLDEST_DRIVER_APP_VERSION,
    push_key: (await pushKeys()).public_key,
  }
}
