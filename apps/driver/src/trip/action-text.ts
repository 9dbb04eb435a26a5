import type { TakeBack } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'

const isOfFare = (kind: TakeBack['kind']): boolean =>
  kind === 'paid' || kind === 'not_paid' || kind === 'concession_not_shown'

/** What was done, and with whom where it was about a passenger. */
export const actionOf = ({ kind, about }: Pick<TakeBack, 'kind' | 'about'>, say: Say): string => {
  const action = say(`did_${kind}`)
  const ofPassenger = kind === 'board' || kind === 'no_show' || kind === 'drop_off' || isOfFare(kind)
  return ofPassenger && about !== '' ? say('of_passenger', { action, name: about }) : action
}
