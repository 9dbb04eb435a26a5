import type { Driver } from '@ambit/contract'
import { StatusTag } from '../ui/StatusTag.tsx'
import { driverStrings } from './strings.ts'

/** Approved is green, empty is a grey `inactive`, anything else red. */
export const DriverStatus = ({ status }: { status: Driver['status'] }) => {
  if (status === null) return <StatusTag tone="neutral">{driverStrings.inactive}</StatusTag>
  if (status === 'approved') return <StatusTag tone="success">{driverStrings.approved}</StatusTag>
  return <StatusTag tone="danger">{driverStrings.blocked}</StatusTag>
}
