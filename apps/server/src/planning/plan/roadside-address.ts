import type { LngLat } from '@ambit/geo'
import type { Address, AddressIndex } from '@ambit/streets'

/** A crossing further away than this says nothing about where one stands. */
const NEAR_M = 300

/**
 * How a person would name a place on the road: "Halloran Road near Market Street", "Halloran Road" where no other
 * street is near. Null where no street is.
 */
export const roadsideAddress = (
  addresses: Pick<AddressIndex, 'reverse'>,
  point: LngLat,
): { name: string; label: string } | null => {
  const found = addresses.reverse(point, { limit: 20, radius: NEAR_M }).flatMap((address) => {
    const street = streetOf(address)
    return street === undefined ? [] : [{ street, label: address.label }]
  })
  const [first] = found
  if (first === undefined) return null
  const other = found.find(({ street }) => street !== first.street)
  return { name: other === undefined ? first.street : `${first.street} near ${other.street}`, label: first.label }
}

const streetOf = ({ kind, street, title }: Address): string | undefined => (kind === 'street' ? title : street)
