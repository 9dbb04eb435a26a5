import type { Handover } from '@ambit/contract'
import { handoverStrings as words } from './handover-strings.ts'

export const stateOf = ({ accepted_at, replaced_at }: Handover): 'accepted' | 'replaced' | 'offered' =>
  accepted_at !== null ? 'accepted' : replaced_at !== null ? 'replaced' : 'offered'

/** `Ann Lee to Bo Dahl, Bayside, 23 Nov, 09:00` */
export const handoverName = ({ giver, taker, region_name }: Handover, time: string): string =>
  words.name(giver ?? words.formerUser, taker ?? words.formerUser, region_name, time)
