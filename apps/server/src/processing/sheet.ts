import type { ProcessingRecords } from '@ambit/contract'
import { PROCESSING_INTRO, PROCESSING_TITLE, processingFacts, processingGroups, processingRows } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import type { Sheet } from '../pdf/sheet.ts'

/** The records in the words of the page. */
export const sheetOf = async (
  { db, config }: Pick<Deps, 'config' | 'db'>,
  records: ProcessingRecords,
): Promise<Sheet> => {
  const { brand, locale, paper } = await shownSettings(db, config)
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(records.made_on))
  return {
    title: PROCESSING_TITLE,
    made: new Date(records.made_at),
    lead: `${brand}, ${day}`,
    intro: PROCESSING_INTRO,
    paper,
    pages: 'page {n} of {count}',
    facts: processingFacts(records),
    groups: processingGroups(records).map(({ title, processings }) => ({
      title,
      parts: processings.map((one) => ({ name: one.name, rows: processingRows(one) })),
    })),
  }
}
