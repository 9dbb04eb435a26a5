import type { DataSubject, RetentionKind } from '@ambit/contract'
import type { Config } from '../config.ts'
import type { DB } from '../database/schema.ts'
import type { Reading } from './readers.ts'
import type { RecipientKind } from './recipients.ts'

export type Definition = {
  people: DataSubject
  name: string
  /** which data, in words */
  data: string
  purpose: string
  read: readonly Reading[]
  /** who sees it without a role, in words */
  also?: string
  sent: readonly RecipientKind[]
  /** the rules that it is kept by */
  rules: readonly RetentionKind[]
  /** what else is to say of how long */
  kept?: string
  /** where it is stored; none: outside of the database */
  tables: readonly (keyof DB)[]
  /** left out where the installation does not do it */
  done?: (config: Config) => boolean
}
