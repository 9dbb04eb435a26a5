import type { TakeBack } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'

/** What was done, and with whom where it was about a passenger. */
export const actionOf = ({ kind, about }: Pick<TakeBack, 'kind' | 'about'>, say: Say): string =>
  about === '' ? say(`did_${kind}`) : say('of_passenger', { action: say(`did_${kind}`), name: about })
