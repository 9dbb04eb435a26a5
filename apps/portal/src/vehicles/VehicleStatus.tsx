import type { Vehicle } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { vehicleStrings } from './strings.ts'

/** Active is green, anything else red. */
export const VehicleStatus = ({ status }: { status: Vehicle['status'] }) =>
  status === 'active' ? (
    <StatusTag tone="success">{vehicleStrings.active}</StatusTag>
  ) : (
    <StatusTag tone="danger">{vehicleStrings.inactive}</StatusTag>
  )
