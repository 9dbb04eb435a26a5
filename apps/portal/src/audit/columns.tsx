import type { AuditEvent } from '@ambit/contract'
import { changeLines, momentWords, recordWords, whoWords } from '../records/audit-words.ts'
import type { Column } from '../table/column.ts'
import { auditStrings } from './strings.ts'

const words = auditStrings.columns

export const auditColumns = (locale: string): readonly Column<AuditEvent>[] => [
  { id: 'at', header: words.time, width: 236, value: ({ at }) => momentWords(at, locale), primary: true },
  { id: 'who', header: words.who, width: 150, value: whoWords },
  { id: 'action', header: words.did, width: 150, value: ({ action }) => action },
  { id: 'record', header: words.record, width: 180, value: recordWords },
  { id: 'changes', header: words.changed, width: 290, value: (event) => changeLines(event, locale).join(', ') },
  { id: 'reason', header: words.reason, width: 140, value: ({ reason }) => reason },
  { id: 'via', header: words.via, width: 90, value: ({ via }) => via },
  { id: 'region', header: words.region, width: 100, value: ({ region_name }) => region_name },
]
