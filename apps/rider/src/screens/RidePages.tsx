import { BackOffers } from './BackOffers.tsx'
import { Confirm } from './Confirm.tsx'
import { OpenReturn } from './OpenReturn.tsx'
import { Offers } from './Offers.tsx'
import { RidePage } from './RidePage.tsx'

export { OpenReturns } from './OpenReturns.tsx'
export { OutsideNote } from './OutsideNote.tsx'
export { PlaceWays } from './PlaceWays.tsx'
export { Return } from './Return.tsx'
export { RidesAlong } from './RidesAlong.tsx'
export { Tracking } from './Tracking.tsx'
export { UnpaidNote } from './UnpaidNote.tsx'

/** What comes after the first screen: a part of its own, which the service worker keeps as well. */
export const RidePages = ({ path }: { path: string }) => {
  const [, kind, id] = /^(rides|returns)\/(\d+)$/.exec(path) ?? []
  if (kind === 'rides') return <RidePage key={id} id={Number(id)} />
  if (kind === 'returns') return <OpenReturn key={id} id={Number(id)} />
  if (path === 'offers/back') return <BackOffers />
  return path === 'confirm' ? <Confirm /> : <Offers />
}
