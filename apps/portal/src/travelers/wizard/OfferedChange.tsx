import type { ServiceAvailabilitySearch, ServiceOffering, ServiceRequest } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import type { Format } from '../../settings/create-format.ts'
import { differences } from './differences.ts'
import { Differences } from './Differences.tsx'
import { priceQuery } from './DiscountCode.tsx'

type Props = {
  booking: ServiceRequest
  search: ServiceAvailabilitySearch
  offering: ServiceOffering
  /** another discount code than the booking's; null: the booking keeps its own */
  code: string | null
  format: Format
}

/** What an offering would change of the booking. */
export const OfferedChange = ({ booking, search, offering, code, format }: Props) => {
  const { pickup, dropoff, meta } = offering
  const withCode = useQuery({ ...priceQuery(code ?? '', offering.id), enabled: code !== null }).data
  const price = code === null ? keptPrice(offering) : (withCode?.total_price ?? meta.total_price)
  const after = {
    pickup,
    dropoff,
    passengers: search.passengers.length,
    wheelchairs: search.mobility_support,
    price,
    vehicle: meta.vehicle_number,
  }
  return <Differences differences={differences(booking, after, format)} />
}

/** A code that the booking holds already stays with it. */
export const keptPrice = ({ meta }: ServiceOffering): number => meta.price_with_code ?? meta.total_price
