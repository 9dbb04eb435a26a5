import type { ProcessingKind } from '@ambit/contract'
import type { Definition } from './definition.ts'
import { ofDrivers } from './drivers.ts'
import { ofEverybody } from './everybody.ts'
import { ofPassengers } from './passengers.ts'
import { ofStaff } from './staff.ts'

/** All that is done with personal data. The words are written down; what an installation chooses is looked up. */
export const definitions: Readonly<Record<ProcessingKind, Definition>> = {
  ...ofPassengers,
  ...ofDrivers,
  ...ofStaff,
  ...ofEverybody,
}
