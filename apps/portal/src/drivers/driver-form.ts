import { type Driver, DriverInput, optionalText } from '@ambit/contract'
import { z } from 'zod'
import { regionIdOf, regionText } from '../records/region-text.ts'

/** What the form holds: the contract's rules, with empty text where the record says null. */
export const DriverForm = DriverInput.extend({
  phone_number: optionalText(40),
  region_id: z.string(),
  status: z.enum(['approved', 'blocked', '']),
})
export type DriverForm = z.infer<typeof DriverForm>

/** What may be set for several at once. */
export const DriverBulkForm = DriverForm.pick({ status: true })

/** A new driver may sign on at once. */
export const driverValues = (driver: Driver | null): DriverForm => ({
  first_name: driver?.first_name ?? '',
  last_name: driver?.last_name ?? '',
  username: driver?.username ?? '',
  email: driver?.email ?? '',
  phone_number: driver?.phone_number ?? '',
  region_id: regionText(driver?.region_id),
  status: driver === null ? 'approved' : (driver.status ?? ''),
})

export const driverBody = (values: DriverForm): DriverInput => ({
  ...values,
  phone_number: values.phone_number === '' ? null : values.phone_number,
  status: values.status === '' ? null : values.status,
  region_id: regionIdOf(values.region_id),
})

/** The one status of all selected drivers, or empty where they differ. */
export const sharedStatus = (drivers: readonly Pick<Driver, 'status'>[]): DriverForm['status'] => {
  const [first, ...rest] = drivers
  return first !== undefined && rest.every((driver) => driver.status === first.status) ? (first.status ?? '') : ''
}
