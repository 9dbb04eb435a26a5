import type { AccessEvent } from '@ambit/contract'
import { momentWords } from '../records/audit-words.ts'
import type { Column } from '../table/column.ts'
import { auditStrings } from './strings.ts'

const words = auditStrings.access.columns

/** `1 passenger`, a passenger's name, or how many a list had. */
const whom = ({ traveler_id, traveler_name, passengers }: AccessEvent): string => {
  if (traveler_id !== null) return traveler_name ?? auditStrings.access.passenger(traveler_id)
  return passengers === null ? auditStrings.access.file : auditStrings.access.passengers(passengers)
}

export const accessColumns = (locale: string): readonly Column<AccessEvent>[] => [
  { id: 'at', header: words.time, width: 236, value: ({ at }) => momentWords(at, locale), primary: true },
  { id: 'who', header: words.who, width: 170, value: ({ actor_name }) => actor_name },
  { id: 'whom', header: words.whom, width: 190, value: whom },
  { id: 'calls', header: words.calls, width: 240, value: ({ calls }) => calls.join(', ') },
  { id: 'looks', header: words.looks, width: 80, value: ({ looks }) => String(looks) },
  { id: 'reason', header: words.reason, width: 160, value: ({ reason }) => reason },
  { id: 'via', header: words.via, width: 100, value: ({ via }) => via },
  { id: 'address', header: words.address, width: 130, value: ({ address }) => address },
]
